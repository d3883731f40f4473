-- DeskHolds::find_at: the hold that has this court from this start, expired or not.
select {desk_hold_columns}
  from slot_claim claim
  join court_block block on block.block_id = claim.block_id
 where claim.court_id = $1 and claim.starts_at = $2 and claim.held_until is not null
