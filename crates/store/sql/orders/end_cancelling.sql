-- Orders::end_cancelling: every refund of a cancelled booking is issued, or it has none; $2 is the one that was just issued (null:
-- none). No row: it does not wait for one, or waits for another one.
update orders
   set status = 'cancelled', version = version + 1
 where order_number = $1 and status = 'cancel_requested'
   and not exists (select 1
                     from bill_line line
                     join refund on refund.bill_id = line.bill_id
                    where line.order_number = $1 and refund.order_number = $1
                      and (cast($2 as bigint) is null or refund.refund_id <> $2)
                      and refund.reason in ('cancelled', 'venue_closed')
                      and (refund.status = 'approved' or (refund.status = 'failed' and refund.provider_refund_id is null)))
returning customer_id
