-- PasswordFailures::sweep: housekeeping in batches of phone numbers.
delete from password_delay
 where phone in (select phone from password_delay where last_try_at <= $1 limit $2)
   and last_try_at <= $1
