-- Imports::replace_prices: makes room for the rules of the operator's file. Orders keep the price they were made at.
delete from price_rule
 where venue_id = $1
