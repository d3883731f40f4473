-- StaffFailures::find_pause: how long to wait before the next attempt to sign in.
select failures, next_try_at from staff_failure where subject = $1
