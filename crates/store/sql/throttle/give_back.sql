-- Throttles::give_back: returns a token that was taken and not needed.
update throttle
   set full_at = full_at - $2
 where bucket = $1
