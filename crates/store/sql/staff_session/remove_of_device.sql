-- StaffSessions::remove_of_device: a new sign-in on a paired device, or its unpairing, ends the session there.
delete from staff_session where device_id = $1
