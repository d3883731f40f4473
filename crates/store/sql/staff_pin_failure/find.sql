-- Devices::find_pause.
select next_try_at from staff_pin_failure where device_id = $1 and staff_id = $2
