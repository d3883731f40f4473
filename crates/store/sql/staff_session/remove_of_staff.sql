-- StaffSessions::remove_all.
delete from staff_session where staff_id = $1
