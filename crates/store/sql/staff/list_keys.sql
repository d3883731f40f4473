-- Members::list_keys: how many passkeys and confirmed authenticator apps each member has.
select staff.staff_id,
       (select count(*) from staff_passkey p where p.staff_id = staff.staff_id) as passkeys,
       (select count(*) from staff_totp t where t.staff_id = staff.staff_id and t.confirmed_at is not null) as apps
  from staff
