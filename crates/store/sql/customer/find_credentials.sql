-- Customers::find_credentials: for a login, before the password is compared.
select customer_id, password_hash
  from customer
 where phone = $1
