-- StaffSessions::remove_of_device: ends the sessions on a paired device.
delete from staff_session where device_id = $1
