-- StaffSessions::remove_of_device.
delete from staff_session where device_id = $1
