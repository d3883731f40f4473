-- Throttles::check: when the bucket is full again, to find the time to wait until the next token.
select full_at
  from throttle
 where bucket = $1
