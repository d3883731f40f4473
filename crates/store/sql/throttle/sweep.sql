-- Throttles::sweep: housekeeping in batches. A full bucket has no effect.
delete from throttle
 where bucket in (select bucket from throttle where full_at <= $1 limit $2)
