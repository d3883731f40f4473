-- StaffSessions::remove_by_id: only of this member of staff.
delete from staff_session where session_id = $1 and staff_id = $2
