-- Devices::add: pairs a device of the front desk.
insert into desk_device (device_id, venue_id, label, token_hash, paired_by, paired_at, last_seen_at)
values ($1, $2, $3, $4, $5, $6, $6)
