-- HoursVersions::find: a version with its hours.
select version, valid_from, published_at, staff_id, reverted_version, hours
  from hours_version
 where venue_id = $1 and version = $2
