-- Orders::close_hold_with_court: ends a hold as 'expired' because the venue closes its court at $2. One that had run out by then was
-- not ended by the venue. No row changed: it is not a hold any more.
update orders
   set status = 'expired', hold_closed_at = case when held_until > $2 then cast($2 as bigint) end, held_until = null,
       version = version + 1
 where order_number = $1 and status = 'held'
