-- Customers::find_password: for a change of password: the old hash, and the number whose tries are counted.
select phone, password_hash
  from customer
 where customer_id = $1
