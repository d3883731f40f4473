-- Orders::list_of_offers: the orders that lost their court by a closure and have an offer, and those in their place.
select {order_columns}
  from {orders_joined}
 where o.order_number in (select f.order_number from closure_offer f where f.block_id = $1
                          union
                          select f.new_order from closure_offer f where f.block_id = $1 and f.new_order is not null)
