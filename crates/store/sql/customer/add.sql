-- Customers::add, Customers::add_all: a new account. No row changed: the number is known, or the id is taken.
insert into customer (customer_id, phone, full_name, email, birthdate, gender, password_hash, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
on conflict do nothing
