-- PriceVersions::list: the newest versions of a venue's prices.
select version, valid_from, published_at, staff_id, reverted_version, rules
  from price_version
 where venue_id = $1
 order by version desc
 limit $2
