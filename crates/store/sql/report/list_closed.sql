-- Reports::list_closed: the times for which a venue closed courts that start from $2 to before $3, and why. The coalesce keeps the
-- engines from the index over closures, which would read all closures that there ever were.
select claim.court_id, claim.starts_at, claim.ends_at, block.reason
  from court
  join slot_claim claim on claim.court_id = court.court_id
  join court_block block on block.block_id = coalesce(claim.block_id, 0)
 where court.venue_id = $1 and claim.starts_at >= $2 and claim.starts_at < $3
   and claim.held_until is null
 order by claim.starts_at, claim.court_id
