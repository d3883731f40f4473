-- Attendances::put_again: the state was recorded again, at $2.
update attendance set latest_at = $2, version = version + 1 where order_number = $1
