-- Pins::find: to compare a typed PIN with its hash.
select pin_hash from staff_pin where staff_id = $1
