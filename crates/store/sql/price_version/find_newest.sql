-- PriceVersions::find_newest_number: the number of the newest version; 0 if none was published.
select coalesce(max(version), 0) as version
  from price_version
 where venue_id = $1
