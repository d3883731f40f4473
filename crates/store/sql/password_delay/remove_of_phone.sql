-- PasswordFailures::forget: the delays of all networks of a number whose account was erased.
delete from password_delay where phone = $1
