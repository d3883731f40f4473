-- Imports::replace_prices: removes the old rules. Orders keep the price they were made at.
delete from price_rule
 where venue_id = $1
