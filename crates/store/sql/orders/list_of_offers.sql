-- Orders::list_of_offers: the orders that lost their court by the closure $1 and have an offer, and the orders that
-- replaced them.
select {order_columns}
  from {orders_joined}
 where o.order_number in (select offer.order_number from closure_offer offer where offer.block_id = $1
                          union
                          select offer.new_order from closure_offer offer where offer.block_id = $1 and offer.new_order is not null)
