-- StaffSessions::find: whether the member of staff has a passkey or a confirmed authenticator app.
select cast(count(*) as bigint) as keys
  from (select p.staff_id from staff_passkey p join staff_session s on s.staff_id = p.staff_id where s.token_hash = $1
        union all
        select t.staff_id from staff_totp t join staff_session s on s.staff_id = t.staff_id
         where s.token_hash = $1 and t.confirmed_at is not null) keys
