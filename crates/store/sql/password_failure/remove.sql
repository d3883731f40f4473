-- PasswordFailures::remove: the right password, or a code, clears the slate.
delete from password_failure
 where phone = $1
