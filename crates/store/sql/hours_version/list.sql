-- HoursVersions::list: the newest versions of a venue's hours.
select version, valid_from, published_at, staff_id, reverted_version, hours
  from hours_version
 where venue_id = $1
 order by version desc
 limit $2
