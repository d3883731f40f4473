-- Pins::find: to compare a typed PIN with its hash, and to see later whether it is still the PIN that was compared.
select pin_hash from staff_pin where staff_id = $1
