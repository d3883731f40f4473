-- Devices::unpair: removes the failures of a device.
delete from staff_pin_failure where device_id = $1
