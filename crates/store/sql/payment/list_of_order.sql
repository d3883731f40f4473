-- Payments::list_of_order: all tries to pay one order, the oldest first.
select payment_id, amount_paise, status, outcome, failure
  from payment
 where order_number = $1
 order by seen_at, payment_id
