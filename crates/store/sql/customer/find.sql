-- Customers::find: one customer; for a merged account, the account that was kept.
select {customer_columns}
  from customer
  join customer kept on kept.customer_id = coalesce(customer.merged_into, customer.customer_id)
 where customer.customer_id = $1
