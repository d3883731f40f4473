-- StaffSessions::remove_by_pin: ends the sessions of a member that began with a PIN and were not proven by a key since.
delete from staff_session where staff_id = $1 and strength = 'pin'
