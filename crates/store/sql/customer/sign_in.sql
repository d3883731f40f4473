-- Customers::sign_in: a login whose password was just found right. No row changed: it was changed in the meantime, or the account
-- is locked. A password reset writes this row before it ends the sessions, so login and reset wait for each other.
update customer
   set last_login_at = $3
 where customer_id = $1 and password_hash = $2 and erase_at is null
