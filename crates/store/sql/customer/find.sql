-- Customers::find: the customer of a session.
select customer_id, phone, full_name, email, birthdate, gender, image_key, reminders
  from customer
 where customer_id = $1
