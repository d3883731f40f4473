-- Customers::find_by_phone: the account with this number, or the guest for whom the desk noted it. The number of a merged
-- account leads to the one that was kept, which has another number.
select {customer_columns}
  from customer
  join customer kept on kept.customer_id = coalesce(customer.merged_into, customer.customer_id)
 where customer.phone = $1
