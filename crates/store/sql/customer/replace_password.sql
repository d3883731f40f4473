-- Customers::replace_password: replaces the password hash $2 by $3. No row changed: it was changed in the meantime, or the
-- account is locked.
update customer
   set password_hash = $3, updated_at = $4
 where customer_id = $1 and password_hash = $2 and erase_at is null
