-- Orders::find_owner: the customer of an order that the payment provider reports.
select customer_id
  from orders
 where order_number = $1
