-- StaffSessions::find: how many passkeys and confirmed authenticator apps the member of staff of this session has, and how many apps
-- the session may replace: one that was confirmed before a link began the session, and no code of which has proven the person in it.
select (select cast(count(*) as bigint) from staff_passkey p join staff_session s on s.staff_id = p.staff_id
         where s.token_hash = $1) as passkeys,
       (select cast(count(*) as bigint) from staff_totp t join staff_session s on s.staff_id = t.staff_id
         where s.token_hash = $1 and t.confirmed_at is not null) as apps,
       (select cast(count(*) as bigint) from staff_totp t join staff_session s on s.staff_id = t.staff_id
         where s.token_hash = $1 and (s.may_replace_app = 1 or s.strength = 'link') and t.confirmed_at < s.created_at) as replaceable_apps
