-- Devices::unpair: the failures of a device that is no longer paired.
delete from staff_pin_failure where device_id = $1
