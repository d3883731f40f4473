-- Devices::record_use: records that the device is in use. No row changed: it was unpaired meanwhile.
update desk_device set last_seen_at = case when $2 > last_seen_at then $2 else last_seen_at end
 where device_id = $1 and unpaired_at is null
