-- StaffFailures::clear: ends the count of a subject.
delete from staff_failure where subject = $1
