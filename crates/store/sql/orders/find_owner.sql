-- Orders::find_owner, Audit::find_player_of: the customer of an order.
select customer_id
  from orders
 where order_number = $1
