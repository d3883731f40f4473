-- Claims::list_of_venue: all claims from $2 to before $3; the caller judges holds against its own clock.
select claim.court_id, claim.starts_at, claim.held_until
  from court
  join slot_claim claim on claim.court_id = court.court_id
 where court.venue_id = $1 and claim.starts_at >= $2 and claim.starts_at < $3
