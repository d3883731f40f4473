-- FormerStandings::recall: removes the block under a hash.
delete from former_block where phone_hash = $1
