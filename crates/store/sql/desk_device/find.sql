-- Devices::find: a paired device.
select {desk_device_columns}
  from desk_device where device_id = $1 and unpaired_at is null
