-- Totps::find.
select secret, last_step, confirmed_at from staff_totp where staff_id = $1
