-- PasswordFailures::sweep: housekeeping in batches.
delete from password_failure
 where phone in (select phone from password_failure where last_try_at <= $1 limit $2)
