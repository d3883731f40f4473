-- Customers::set_password: sets the password hash, whatever it was. No row changed: it is a guest of the desk, or the account is locked.
update customer
   set password_hash = $2, updated_at = $3
 where customer_id = $1 and origin = 'app' and erase_at is null
