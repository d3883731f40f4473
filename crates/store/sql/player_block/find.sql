-- PlayerBlocks::find, Combined::hold, Combined::confirm_at_court: the block of this customer that counts at $2. An account that
-- is locked, because its data will be or were erased, is blocked without an end: until the start of 9999-01-01 UTC, in
-- milliseconds. No row: not blocked.
select reason, last_day, until, staff_id, at
  from player_block
 where customer_id = $1 and until > $2
union all
select '', '9999-01-01', 253370764800000, coalesce(erase_asked_by, 0), coalesce(erase_asked_at, 0)
  from customer
 where customer_id = $1 and erase_at is not null
