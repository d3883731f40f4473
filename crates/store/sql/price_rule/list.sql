-- Venues::list, Imports::list_venues: oldest first, so of two equally specific rules the newer one applies.
select {price_rule_columns}
  from price_rule
 order by price_rule_id
