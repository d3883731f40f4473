-- PasswordFailures::find: when the delay is over, for the answer of a refusal.
select next_try_at
  from password_failure
 where phone = $1
