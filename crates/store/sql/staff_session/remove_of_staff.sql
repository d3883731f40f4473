-- StaffSessions::remove_all: all sessions of a person end.
delete from staff_session where staff_id = $1
