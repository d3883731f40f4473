-- Refunds::list_of_closure: as refund/list_of_order, for all orders that the closure $1 ended and for the orders that
-- replaced them.
select {refund_columns}, line.order_number as of_order
  from bill_line line
  join refund on refund.bill_id = line.bill_id
 where line.order_number in (select ended.order_number from orders ended where ended.block_id = $1
                             union
                             select offer.new_order
                               from closure_offer offer
                              where offer.block_id = $1 and offer.new_order is not null)
   and (refund.order_number = line.order_number or refund.about like 'payment.%')
 order by refund.approved_at, refund.refund_id
