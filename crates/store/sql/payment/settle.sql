-- Payments::settle: decides what a captured payment leads to, once. No row touched: it is decided.
update payment
   set settled_at = $2, outcome = $3
 where payment_id = $1 and settled_at is null
