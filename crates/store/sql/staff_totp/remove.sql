-- Totps::remove.
delete from staff_totp where staff_id = $1
