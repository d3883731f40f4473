-- StaffFailures::find.
select failures, next_try_at from staff_failure where subject = $1
