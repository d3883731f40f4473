-- Customers::adopt_guest: a registration whose code was proven, for a number that the desk booked for: the games
-- stay. If the guest with the number was merged, the guest into whom they were merged becomes the account. No row:
-- the number has an account, is unknown, or its account is locked.
update customer
   set full_name = $2, email = $3, birthdate = $4, gender = $5, password_hash = $6, updated_at = $7, origin = 'app'
 where customer_id = (select coalesce(noted.merged_into, noted.customer_id) from customer noted where noted.phone = $1)
   and origin = 'desk' and erase_at is null
returning customer_id
