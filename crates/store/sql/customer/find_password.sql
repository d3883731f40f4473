-- Customers::find_password: the phone number of the account, and the hash of the password that it has now.
select phone, password_hash
  from customer
 where customer_id = $1
