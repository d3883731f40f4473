-- Devices::count_pin: until when a person has to wait on this device after wrong PINs.
select next_try_at from staff_pin_failure where device_id = $1 and staff_id = $2
