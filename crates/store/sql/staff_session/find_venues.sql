-- StaffSessions::find: the venues of the member of staff whose session this is.
select v.venue_id from staff_venue v join staff_session s on s.staff_id = v.staff_id where s.token_hash = $1 order by v.venue_id
