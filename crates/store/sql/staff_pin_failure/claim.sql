-- Devices::count_pin: one more PIN of a person, before it is compared. Each $4-th one in a row is followed by a pause of $5
-- milliseconds. A pause that ends after $6 was written by a wrong clock. No row: the pause is not over.
insert into staff_pin_failure (device_id, staff_id, failures, next_try_at) values ($1, $2, 1, $3)
on conflict (device_id, staff_id) do update set failures = staff_pin_failure.failures + 1,
  next_try_at = case when (staff_pin_failure.failures + 1) % $4 = 0 then excluded.next_try_at + $5
                     else excluded.next_try_at end
 where staff_pin_failure.next_try_at <= excluded.next_try_at or staff_pin_failure.next_try_at > $6
returning failures
