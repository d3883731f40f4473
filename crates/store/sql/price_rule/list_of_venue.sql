-- PriceVersions::list_rules: the rules of one venue, oldest first.
select venue_id, court_id, on_day, weekdays, from_minute, until_minute, price_paise, valid_from, valid_to, is_sold
  from price_rule
 where venue_id = $1
 order by price_rule_id
