-- Claims::count_holds: the number of holds, those of the desk included, that have not expired at $1.
select count(*) as count
  from slot_claim
 where held_until > $1
