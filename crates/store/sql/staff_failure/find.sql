-- StaffFailures::find_pause: when the next attempt is accepted.
select next_try_at from staff_failure where subject = $1
