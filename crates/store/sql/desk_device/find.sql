-- Devices::find: a paired device.
select device_id, venue_id, label, paired_by, paired_at, last_seen_at
  from desk_device where device_id = $1 and unpaired_at is null
