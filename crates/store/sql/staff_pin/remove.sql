-- Pins::remove.
delete from staff_pin where staff_id = $1
