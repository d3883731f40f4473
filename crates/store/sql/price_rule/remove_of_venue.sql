-- Imports::replace_prices: removes the old rules.
delete from price_rule
 where venue_id = $1
