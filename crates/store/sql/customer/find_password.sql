-- Customers::find_password: before a change, what the old one is compared with, and whose tries are counted.
select phone, password_hash
  from customer
 where customer_id = $1
