-- Throttles::find: how long to wait, for the answer of a refusal.
select full_at
  from throttle
 where bucket = $1
