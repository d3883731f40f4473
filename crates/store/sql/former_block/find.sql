-- FormerStandings::recall: the block of the number with the hash $1 that counts at $2. Staff read the text of
-- `reason`.
select 'Blocked before the data were erased' as reason, last_day, until, staff_id, at
  from former_block
 where phone_hash = $1 and until > $2
