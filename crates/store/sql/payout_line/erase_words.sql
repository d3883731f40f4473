-- PlayerErasures::erase: removes what staff wrote about lines of payouts that are payments for the games of the account, or refunds of
-- such payments. A refund that the provider sent after all may have a second id.
update payout_line
   set explanation = ''
 where explanation is not null
   and entity_id in (select paid.payment_id
                       from orders o
                       join bill_line line on line.order_number = o.order_number
                       join payment paid on paid.bill_id = line.bill_id
                      where o.customer_id = $1
                      union
                     select refund.provider_refund_id
                       from orders o
                       join bill_line line on line.order_number = o.order_number
                       join refund on refund.bill_id = line.bill_id
                      where o.customer_id = $1 and refund.provider_refund_id is not null
                      union
                     select refund.sent_after_all
                       from orders o
                       join bill_line line on line.order_number = o.order_number
                       join refund on refund.bill_id = line.bill_id
                      where o.customer_id = $1 and refund.sent_after_all is not null)
