-- Refunds::find_by_provider_id: the refund that the provider knows by this id.
select {refund_columns}
  from refund
 where refund.provider_refund_id = $1
