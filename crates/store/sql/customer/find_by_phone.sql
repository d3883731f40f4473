-- Customers::find_by_phone: the customer who proved this number.
select customer_id, phone, full_name, email, birthdate, gender, image_key, reminders
  from customer
 where phone = $1
