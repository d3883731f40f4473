-- A paired device. Read by `device` in staff/devices.rs.
device_id, venue_id, label, paired_by, paired_at, last_seen_at
