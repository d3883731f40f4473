-- OfflinePayments::find_outcome: what became of a payment that was written down. No row: nothing yet.
select outcome, counted_shift, amount_paise
  from offline_payment
 where staff_id = $1 and fact_id = $2
