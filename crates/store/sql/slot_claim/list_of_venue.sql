-- Claims::list_of_venue: all claims of a venue that overlap $2 to before $3, expired holds included.
select claim.court_id, claim.starts_at, claim.ends_at, claim.held_until
  from court
  join slot_claim claim on claim.court_id = court.court_id
 where court.venue_id = $1 and claim.starts_at > cast($2 as bigint) - {longest_slot} and claim.starts_at < $3
   and claim.ends_at > $2
