-- Pins::find: the hash of a member's PIN.
select pin_hash from staff_pin where staff_id = $1
