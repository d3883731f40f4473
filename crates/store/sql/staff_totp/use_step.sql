-- Totps::use_step: uses the code of a time step. No row changed: the code of this time step or of a later one was used
-- before, or there is no confirmed secret.
update staff_totp set last_step = $2 where staff_id = $1 and last_step < $2 and confirmed_at is not null
