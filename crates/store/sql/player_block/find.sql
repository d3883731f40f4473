-- PlayerBlocks::find: the block of this customer that counts at $2. No row: not blocked.
select reason, last_day, until, staff_id, at
  from player_block
 where customer_id = $1 and until > $2
