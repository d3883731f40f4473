-- Throttles::give_back: a token that was taken before it was known to be needed.
update throttle
   set full_at = full_at - $2
 where bucket = $1
