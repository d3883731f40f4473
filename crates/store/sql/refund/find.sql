-- Refunds::find: one refund.
select {refund_columns}
  from refund
 where refund.refund_id = $1
