-- Refunds::find_voucher: what the voucher of a refund that was settled another way shows.
select voucher
  from refund
 where refund_id = $1 and voucher is not null
