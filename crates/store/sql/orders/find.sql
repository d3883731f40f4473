-- Orders::find, Combined::hold, Combined::confirm_at_court: one order of one customer.
select {order_columns}
  from {orders_joined}
 where o.order_number = $1 and o.customer_id = $2
