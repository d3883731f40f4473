-- Throttles::check: when the bucket is full again.
select full_at
  from throttle
 where bucket = $1
