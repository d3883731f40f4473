-- FormerStandings::keep: the block of this customer that staff decided and that counts at $2.
select reason, last_day, until, staff_id, at
  from player_block
 where customer_id = $1 and until > $2
