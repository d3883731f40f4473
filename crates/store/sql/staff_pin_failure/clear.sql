-- Devices::clear_pins: removes the count of wrong PINs after a right one.
delete from staff_pin_failure where device_id = $1 and staff_id = $2 returning failures
