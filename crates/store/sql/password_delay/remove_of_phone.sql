-- PasswordFailures::forget: the delays of a number from all networks.
delete from password_delay where phone = $1
