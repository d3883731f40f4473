-- FormerStandings::recall: the block is that of an account again.
delete from former_block where phone_hash = $1
