-- Customers::update_profile: the fields that a player may edit, null for one that stays. No row changed: the account was merged
-- or is locked.
update customer
   set full_name = coalesce($2, full_name), email = coalesce($3, email), birthdate = coalesce($4, birthdate),
       gender = coalesce($5, gender), reminders = coalesce($6, reminders), updated_at = $7
 where customer_id = $1 and merged_into is null and erase_at is null
