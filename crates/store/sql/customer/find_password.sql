-- Customers::find_password: for a change of password: the old hash, and the number whose tries are counted; for a repeated reset:
-- the hash of the password that the account has now.
select phone, password_hash
  from customer
 where customer_id = $1
