-- Devices::clear_pins: takes the wrong PINs of a person off the count of the device, after a right one.
update desk_device set wrong_pins = wrong_pins - $2 where device_id = $1
