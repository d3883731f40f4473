-- A claim with its order, from the tables of `slot_claim/list_ahead` and `slot_claim/list_ahead_of`. Read by `claimed_order` in claims.rs.
o.order_number, o.status, claim.court_id, claim.starts_at, claim.ends_at, o.venue_day, o.start_minute,
o.play_minutes, o.paid_paise - o.returned_paise as kept_paise, o.payment_method, venue.name as venue_name,
court.name as court_name, customer.full_name as customer_name, customer.phone
