-- Customers::find_credentials: for a login, before the password is compared. A guest of the desk has no account.
select customer_id, password_hash
  from customer
 where phone = $1 and origin = 'app'
