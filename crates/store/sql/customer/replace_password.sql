-- Customers::replace_password: a change that knows the old one, or the same password hashed anew. No row touched:
-- somebody changed it in between.
update customer
   set password_hash = $3, updated_at = $4
 where customer_id = $1 and password_hash = $2
