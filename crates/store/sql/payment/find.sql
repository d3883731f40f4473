-- Payments::find: the stored state of a payment that the provider reports.
select order_number, amount_paise, outcome
  from payment
 where payment_id = $1
