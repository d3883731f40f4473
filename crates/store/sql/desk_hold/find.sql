-- DeskHolds::find: a hold that still has its court, expired or not.
select {desk_hold_columns}
  from court_block block
  join slot_claim claim on claim.block_id = block.block_id
 where block.block_id = $1 and block.kind = 'desk_hold' and claim.held_until is not null
