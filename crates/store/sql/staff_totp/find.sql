-- Totps::find: the sealed secret of an authenticator app.
select secret, last_step, confirmed_at from staff_totp where staff_id = $1
