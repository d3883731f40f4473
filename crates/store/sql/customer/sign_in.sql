-- Customers::sign_in: a login whose password was right a moment ago. No row touched: it was changed since, and no
-- session may start from it. The row it writes is the one a reset writes first, so the two queue behind each other.
update customer
   set last_login_at = $3
 where customer_id = $1 and password_hash = $2
