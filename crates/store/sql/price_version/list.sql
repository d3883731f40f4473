-- PriceVersions::list: the newest versions of a venue's prices.
select {price_version_columns}
  from price_version
 where venue_id = $1
 order by version desc
 limit $2
