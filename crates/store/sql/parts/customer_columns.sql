-- A customer `kept`, without the password. Read by `customer` in accounts/customers.rs.
kept.customer_id, kept.phone, kept.full_name, kept.email, kept.birthdate, kept.gender, kept.image_key, kept.reminders
