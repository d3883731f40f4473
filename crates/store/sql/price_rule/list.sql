-- complete_venues: the rules of all venues, oldest first, so of two equally specific rules the newer one applies.
select {price_rule_columns}
  from price_rule
 order by price_rule_id
