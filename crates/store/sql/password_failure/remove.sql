-- PasswordFailures::remove, PasswordFailures::forget: resets the count of a number.
delete from password_failure
 where phone = $1
