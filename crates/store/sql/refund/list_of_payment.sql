-- Refunds::list_of_payment: what is refunded of one payment at the provider, for whatever order; the oldest first.
select {refund_columns}
  from refund
 where refund.payment_id = $1
 order by refund.approved_at, refund.refund_id
