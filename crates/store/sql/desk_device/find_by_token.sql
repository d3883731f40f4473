-- Devices::find_by_token: the paired device with this secret, if it was used after $2.
select {desk_device_columns}
  from desk_device where token_hash = $1 and unpaired_at is null and last_seen_at > $2
