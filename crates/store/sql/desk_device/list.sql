-- Devices::list: all paired devices.
select device_id, venue_id, label, paired_by, paired_at, last_seen_at
  from desk_device where unpaired_at is null order by venue_id, label, device_id
