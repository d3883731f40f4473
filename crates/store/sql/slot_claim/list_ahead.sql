-- Claims::list_ahead: bookings and live holds whose court time has not ended at $1, with their orders.
select {claimed_order_columns}
  from court
  join venue on venue.venue_id = court.venue_id
  join slot_claim claim on claim.court_id = court.court_id
  join orders o on o.order_number = claim.order_number
  join customer on customer.customer_id = o.customer_id
 where claim.starts_at > cast($1 as bigint) - {longest_slot} and claim.ends_at > $1
   and (claim.held_until is null or claim.held_until > $1) and o.status in ('held', 'confirmed')
 order by claim.court_id, claim.starts_at
