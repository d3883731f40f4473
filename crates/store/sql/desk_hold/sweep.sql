-- DeskHolds::sweep: housekeeping in batches of at most $2; removes holds from before $1 that have no claim any more.
delete from court_block
 where block_id in (select block.block_id
                      from court_block block
                     where block.kind = 'desk_hold' and block.created_at < $1
                       and not exists (select 1
                                         from slot_claim claim
                                        where claim.block_id = block.block_id and claim.held_until is not null)
                     order by block.created_at
                     limit $2)
