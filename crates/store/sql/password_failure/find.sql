-- PasswordFailures::find: the counted tries for one number from all networks.
select tries, last_try_at
  from password_failure
 where phone = $1
