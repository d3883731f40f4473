-- PasswordFailures::find: the tries for one number from all networks since the last right one, for the page of the player.
select tries, last_try_at
  from password_failure
 where phone = $1
