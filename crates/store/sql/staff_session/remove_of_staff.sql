-- StaffSessions::remove_all: ends the sessions of a member.
delete from staff_session where staff_id = $1
