-- StaffFailures::clear: a right answer ends the count.
delete from staff_failure where subject = $1
