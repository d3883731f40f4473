-- PasswordFailures::remove: the right password, or a code, ends the delay of the network that it came from.
delete from password_delay
 where phone = $1 and network = $2
