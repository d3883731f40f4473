-- PlayerErasures::erase: erases the data of the account, whose name becomes $2. No row changed: it was erased before,
-- the erasure was undone, or it is not due.
update customer
   set phone = null, full_name = $2, searched_name = $2, email = '', birthdate = '1900-01-01', gender = 'other', password_hash = '',
       image_key = null, last_login_at = null, reminders = 0, origin = 'desk', erased_at = $3, updated_at = $3
 where customer_id = $1 and erased_at is null and erase_at <= $3
