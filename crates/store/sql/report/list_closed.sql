-- Reports::list_closed: the time from $2 to before $3 for which a venue closed courts, and why.
select claim.court_id, claim.starts_at, claim.ends_at, block.reason
  from court
  join slot_claim claim on claim.court_id = court.court_id
  join court_block block on block.block_id = claim.block_id
 where court.venue_id = $1 and claim.starts_at >= $2 and claim.starts_at < $3 and claim.block_id is not null
   and claim.held_until is null
 order by claim.starts_at, claim.court_id
