-- A price rule. Read by `price_rule` in venues.rs.
venue_id, court_id, on_day, weekdays, from_minute, until_minute, price_paise, valid_from, valid_to, is_sold
