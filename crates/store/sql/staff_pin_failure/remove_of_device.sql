-- Devices::unpair.
delete from staff_pin_failure where device_id = $1
