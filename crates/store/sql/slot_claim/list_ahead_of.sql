-- Claims::list_ahead_of: as slot_claim/list_ahead, for one venue ($2).
select {claimed_order_columns}
  from court
  join venue on venue.venue_id = court.venue_id
  join slot_claim claim on claim.court_id = court.court_id
  join orders o on o.order_number = claim.order_number
  join customer on customer.customer_id = o.customer_id
 where court.venue_id = $2 and claim.starts_at > cast($1 as bigint) - {longest_slot} and claim.ends_at > $1
   and (claim.held_until is null or claim.held_until > $1) and o.status in ('held', 'confirmed')
 order by claim.court_id, claim.starts_at
