-- Recoveries::list_unbooked_since: for sideout recover. Payments after $1 without a booking here, which may have had a receipt
-- before the restore.
select payment_id, provider_order_id, order_number, amount_paise
  from payment
 where outcome in ('refund', 'returned') and settled_at > $1
 order by payment_id
