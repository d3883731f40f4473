-- Customers::update_profile: the four fields a player may edit; never the phone.
update customer
   set full_name = $2, email = $3, birthdate = $4, gender = $5, updated_at = $6
 where customer_id = $1
