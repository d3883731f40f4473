-- Totps::remove_confirmed_before: removes a person's secret if it was confirmed before $2. No row changed: there is none.
delete from staff_totp where staff_id = $1 and confirmed_at < $2
