-- How long before its start a booking `o` was cancelled, as in parts/booked_ahead: the limits are 2 hours, 24 hours and 3 days
-- in milliseconds.
case when o.starts_at - o.cancelled_at < 7200000 then 0
            when o.starts_at - o.cancelled_at < 86400000 then 1
            when o.starts_at - o.cancelled_at < 259200000 then 2
            else 3 end
