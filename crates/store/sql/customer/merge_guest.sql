-- Customers::give_belongings: the row of the guest without a number $1, whose bookings went to $2, belongs to that account.
update customer
   set merged_into = $2, merged_at = $3, searched_name = full_name, updated_at = $3
 where customer_id = $1 and phone is null and merged_into is null
   and not exists (select 1 from orders o where o.customer_id = customer.customer_id)
