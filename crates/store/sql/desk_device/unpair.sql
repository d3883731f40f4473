-- Devices::unpair: unpairs a device. No row changed: it was unpaired before.
update desk_device set unpaired_at = $2, unpaired_by = $3 where device_id = $1 and unpaired_at is null
