-- Payments::find: what is known of a payment that the provider speaks of.
select order_number, amount_paise, outcome
  from payment
 where payment_id = $1
