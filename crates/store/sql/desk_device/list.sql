-- Devices::list: all paired devices.
select {desk_device_columns}
  from desk_device where unpaired_at is null order by device_id
