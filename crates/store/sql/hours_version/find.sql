-- HoursVersions::find: a version with its hours.
select {hours_version_columns}
  from hours_version
 where venue_id = $1 and version = $2
