-- Pins::put: sets or changes the PIN of a member.
insert into staff_pin (staff_id, pin_hash, set_at) values ($1, $2, $3)
on conflict (staff_id) do update set pin_hash = excluded.pin_hash, set_at = excluded.set_at
