-- How long before its start a booking `o` was made: the place, from 0, of a `TimeAhead` in its list of all. Statements that
-- group by it sort numbers faster than names. The limits, in milliseconds, are those of `TimeAhead`: 2 hours, 24 hours, 3 days.
case when o.starts_at - o.confirmed_at < 7200000 then 0
            when o.starts_at - o.confirmed_at < 86400000 then 1
            when o.starts_at - o.confirmed_at < 259200000 then 2
            else 3 end
