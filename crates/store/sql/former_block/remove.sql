-- FormerStandings::recall: removes the block under a hash, after it was written for an account.
delete from former_block where phone_hash = $1
