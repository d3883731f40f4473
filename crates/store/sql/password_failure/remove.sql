-- PasswordFailures::remove: the right password, or a code, resets the count.
delete from password_failure
 where phone = $1
