-- Devices::clear_pins: takes $2 wrong PINs off the count of the device.
update desk_device set wrong_pins = wrong_pins - $2 where device_id = $1
