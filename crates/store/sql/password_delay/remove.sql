-- PasswordFailures::remove: the delay of a number from one network.
delete from password_delay
 where phone = $1 and network = $2
