-- StaffSessions::remove_by_id: ends a session by its number, if it is of this member of staff.
delete from staff_session where session_id = $1 and staff_id = $2
