-- Customers::add_guest: a player whom the desk books for and who has no account. Nobody sees the columns that registering would
-- fill, and no password fits. No row changed: the number is known, or the id is taken.
insert into customer (customer_id, phone, full_name, email, birthdate, gender, password_hash, created_at, updated_at, origin)
values ($1, $2, $3, '', '1900-01-01', 'other', '', $4, $4, 'desk')
on conflict do nothing
