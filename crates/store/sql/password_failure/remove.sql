-- PasswordFailures::remove, PasswordFailures::forget: the right password, a code or an erasure resets the count.
delete from password_failure
 where phone = $1
