-- PriceVersions::find: a version with its rules.
select version, valid_from, published_at, staff_id, reverted_version, rules
  from price_version
 where venue_id = $1 and version = $2
