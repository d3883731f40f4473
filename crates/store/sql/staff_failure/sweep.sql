-- StaffFailures::sweep: housekeeping in batches of at most $2.
delete from staff_failure where subject in (select subject from staff_failure where failed_at <= $1 limit $2)
