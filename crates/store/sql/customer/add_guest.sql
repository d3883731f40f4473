-- Customers::add_guest, Customers::add_guest_without_number: a player whom the desk books for and who has no account; the
-- number is null for a guest who gives none. The columns that registering fills have placeholders: an empty address, a day
-- in 1900, the gender `other`, and an empty password hash. No row changed: the number is known, or the id is taken.
insert into customer (customer_id, phone, full_name, email, birthdate, gender, password_hash, created_at, updated_at, origin)
values ($1, $2, $3, '', '1900-01-01', 'other', '', $4, $4, 'desk')
on conflict do nothing
