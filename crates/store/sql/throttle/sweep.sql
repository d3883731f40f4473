-- Throttles::sweep: housekeeping, so many rows a time. A full bucket is as good as none.
delete from throttle
 where bucket in (select bucket from throttle where full_at <= $1 limit $2)
