-- ProviderOrders::were_requested: the number of provider orders of the order $1 of customer $2.
select count(*) as requested
  from orders
  join bill_line line on line.order_number = orders.order_number
  join provider_order on provider_order.bill_id = line.bill_id
 where orders.order_number = $1 and orders.customer_id = $2
