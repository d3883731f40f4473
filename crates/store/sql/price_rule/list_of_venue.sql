-- PriceVersions::list_rules: the rules of one venue, oldest first.
select {price_rule_columns}
  from price_rule
 where venue_id = $1
 order by price_rule_id
