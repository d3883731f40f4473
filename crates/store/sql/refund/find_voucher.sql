-- Refunds::find_voucher: what the voucher of a refund shows that was settled another way.
select voucher
  from refund
 where refund_id = $1 and voucher is not null
