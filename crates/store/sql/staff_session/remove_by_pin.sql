-- StaffSessions::remove_by_pin: the sessions that a PIN began and nothing stronger has proven since.
delete from staff_session where staff_id = $1 and strength = 'pin'
