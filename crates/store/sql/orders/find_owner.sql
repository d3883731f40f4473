-- Orders::find_owner: whose an order is that the payment provider speaks of.
select customer_id
  from orders
 where order_number = $1
