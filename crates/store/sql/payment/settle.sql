-- Payments::settle: decides what a captured payment becomes, once. No row changed: it is decided.
update payment
   set settled_at = $2, outcome = $3
 where payment_id = $1 and settled_at is null
