-- Orders::expire: names what the clock has decided already; run after slot_claim/sweep in the same unit of work.
update orders
   set status = 'expired', held_until = null
 where status = 'held' and held_until <= $1
