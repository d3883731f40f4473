-- PasswordFailures::find: the counted tries for one number from all networks, for the page of the player.
select tries, last_try_at
  from password_failure
 where phone = $1
