-- Orders::list_of_closure: the orders that the closure $1 ended, and the orders that replaced them.
select {order_columns}
  from {orders_joined}
 where o.order_number in (select ended.order_number from orders ended where ended.block_id = $1
                          union
                          select offer.new_order from closure_offer offer where offer.block_id = $1 and offer.new_order is not null)
