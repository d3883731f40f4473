-- Totps::confirm: the first code was right. No row changed: the secret was confirmed already, or replaced.
update staff_totp set confirmed_at = $3, last_step = $2
 where staff_id = $1 and confirmed_at is null and secret = $4
