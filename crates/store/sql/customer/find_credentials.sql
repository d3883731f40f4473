-- Customers::find_credentials: the account with this number. A guest of the desk has none. The number
-- of a merged account signs in to the one that was kept, by its password.
select kept.customer_id, kept.password_hash
  from customer
  join customer kept on kept.customer_id = coalesce(customer.merged_into, customer.customer_id)
 where customer.phone = $1 and kept.origin = 'app'
