-- Claims::list_ahead: bookings and holds that have not ended at $1, with their orders, for the operator's import and doctor.
select o.order_number, o.status, claim.court_id, claim.starts_at, claim.ends_at, o.venue_day, o.start_minute,
       o.play_minutes, o.paid_paise, o.payment_method, venue.name as venue_name, court.name as court_name,
       customer.full_name as customer_name, customer.phone
  from court
  join venue on venue.venue_id = court.venue_id
  join slot_claim claim on claim.court_id = court.court_id
  join orders o on o.order_number = claim.order_number
  join customer on customer.customer_id = o.customer_id
 where claim.starts_at > cast($1 as bigint) - 14400000 and claim.ends_at > $1
   and (claim.held_until is null or claim.held_until > $1) and o.status in ('held', 'confirmed')
 order by claim.court_id, claim.starts_at
