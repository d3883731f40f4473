-- PriceVersions::find: a version with its rules.
select {price_version_columns}
  from price_version
 where venue_id = $1 and version = $2
