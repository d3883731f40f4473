-- Customers::find_by_phone: the account with this number, or the guest for whom the desk noted it.
select customer_id, phone, full_name, email, birthdate, gender, image_key, reminders
  from customer
 where phone = $1
