-- DeskPayments::find: money taken at a desk.
select desk_payment_id, bill_id, venue_id, tender, amount_paise, refunded_paise, taken_at, voided_at
  from desk_payment
 where desk_payment_id = $1
