-- Devices::clear_pins: a right PIN ends the count.
delete from staff_pin_failure where device_id = $1 and staff_id = $2 returning failures
