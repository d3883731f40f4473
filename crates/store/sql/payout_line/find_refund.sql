-- Payouts::find_stored: the refund under the id of a line. One that the provider sent after all has left under the id with which it
-- was sent: a second one, or that of the attempt that had failed.
select refund.bill_id, refund.amount_paise, refund.order_number, refund.payment_id,
       case when (refund.method = 'provider' and (refund.status = 'issued' or refund.status = 'processed'))
                 or refund.sent_after_all = $1 then 1 else 0 end as has_left
  from refund
 where refund.provider_refund_id = $1
union all
select refund.bill_id, refund.amount_paise, refund.order_number, refund.payment_id, 1
  from refund
 where refund.sent_after_all = $1
