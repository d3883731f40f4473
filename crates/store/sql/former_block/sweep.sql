-- FormerStandings::sweep: housekeeping in batches, for blocks that ended.
delete from former_block
 where phone_hash in (select phone_hash from former_block where until <= $1 order by until limit $2)
