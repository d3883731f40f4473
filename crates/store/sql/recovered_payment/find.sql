-- Recoveries::find_payment: the progress of a payment that was found.
select status, returned_paise, refunded_paise, provider_refund_id, attempt
  from recovered_payment
 where payment_id = $1
