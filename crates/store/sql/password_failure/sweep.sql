-- PasswordFailures::sweep: housekeeping, so many rows a time.
delete from password_failure
 where phone in (select phone from password_failure where last_try_at <= $1 limit $2)
