-- DeskHolds::find: a hold that still has its court, expired or not.
select block.block_id, block.venue_id, block.staff_id, claim.court_id, claim.starts_at, claim.ends_at, claim.held_until
  from court_block block
  join slot_claim claim on claim.block_id = block.block_id
 where block.block_id = $1 and block.kind = 'desk_hold' and claim.held_until is not null
