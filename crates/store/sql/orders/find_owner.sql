-- Orders::find_owner: the customer of an order.
select customer_id
  from orders
 where order_number = $1
