-- Devices::count_pin: one more PIN, before it is compared. No row: the device is unpaired, or $2 PINs are counted already.
update desk_device set wrong_pins = wrong_pins + 1
 where device_id = $1 and unpaired_at is null and wrong_pins < $2
returning wrong_pins
