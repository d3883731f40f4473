-- Devices::clear_pins: the wrong PINs of a person who was right then.
update desk_device set wrong_pins = wrong_pins - $2 where device_id = $1
