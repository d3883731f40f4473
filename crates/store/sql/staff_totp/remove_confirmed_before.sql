-- Totps::remove_confirmed_before. No row: there is no confirmed secret, or it was confirmed at that time or later.
delete from staff_totp where staff_id = $1 and confirmed_at < $2
