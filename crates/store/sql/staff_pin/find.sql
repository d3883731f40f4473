-- Pins::find.
select pin_hash from staff_pin where staff_id = $1
