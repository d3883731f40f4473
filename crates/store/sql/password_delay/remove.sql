-- PasswordFailures::remove: the right password, or a code, ends the delay of its network.
delete from password_delay
 where phone = $1 and network = $2
