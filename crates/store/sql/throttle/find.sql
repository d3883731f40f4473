-- Throttles::check: the time to wait, for the response to a refused call.
select full_at
  from throttle
 where bucket = $1
