-- StaffFailures::claim: counts one more attempt, before its answer is known. The first $3 - 1 attempts have no pause after
-- them. The pause after the next one lasts $4 milliseconds, and with each further attempt $4 longer. $5 is the latest time that
-- a right clock shows: a pause that ends later than its length after $5 was written by a wrong clock and is over. No row: the
-- pause is not over.
insert into staff_failure (subject, failures, failed_at, next_try_at) values ($1, 1, $2, $2)
on conflict (subject) do update set failures = staff_failure.failures + 1, failed_at = excluded.failed_at,
  next_try_at = case when staff_failure.failures + 1 < $3 then excluded.failed_at
                     else excluded.failed_at + $4 * (staff_failure.failures + 2 - $3) end
 where staff_failure.next_try_at <= excluded.failed_at
    or staff_failure.next_try_at > $5 + case when staff_failure.failures < $3 then 0
                                             else $4 * (staff_failure.failures + 1 - $3) end
returning failures
