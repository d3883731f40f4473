-- Devices::clear_pins: removes the count of a person on a device.
delete from staff_pin_failure where device_id = $1 and staff_id = $2 returning failures
