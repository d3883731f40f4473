-- StaffSessions::find: how many passkeys and confirmed authenticator apps the member of staff of this session has.
select (select cast(count(*) as bigint) from staff_passkey p join staff_session s on s.staff_id = p.staff_id
         where s.token_hash = $1) as passkeys,
       (select cast(count(*) as bigint) from staff_totp t join staff_session s on s.staff_id = t.staff_id
         where s.token_hash = $1 and t.confirmed_at is not null) as apps
