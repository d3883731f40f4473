-- PasswordFailures::find_delay: when the delay ends.
select next_try_at
  from password_delay
 where phone = $1 and network = $2
