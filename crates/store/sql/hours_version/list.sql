-- HoursVersions::list: the newest versions of a venue's hours.
select {hours_version_columns}
  from hours_version
 where venue_id = $1
 order by version desc
 limit $2
