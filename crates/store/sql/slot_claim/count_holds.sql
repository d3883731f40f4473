-- Claims::count_holds: for the metrics. How many holds have not run out at $1.
select count(*)
  from slot_claim
 where held_until > $1
