-- Pins::remove: a person removes their PIN.
delete from staff_pin where staff_id = $1
