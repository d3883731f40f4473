-- Members::add: a new member of staff. No row changed: the phone number belongs to one already, or the id is taken.
insert into staff (staff_id, full_name, phone, role, denied, active, language, created_at, created_by, version)
values ($1, $2, $3, $4, $5, 1, $6, $7, $8, 1)
on conflict do nothing
