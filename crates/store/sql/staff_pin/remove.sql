-- Pins::remove: removes the PIN of a member.
delete from staff_pin where staff_id = $1
