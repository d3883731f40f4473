-- Venues::list, Imports::list_venues: oldest first, so of two equally specific rules the newer one applies.
select venue_id, court_id, on_day, weekdays, from_minute, until_minute, price_paise, valid_from, valid_to, is_sold
  from price_rule
 order by price_rule_id
