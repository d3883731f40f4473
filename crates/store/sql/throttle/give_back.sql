-- Throttles::give_back: returns a token, which takes $2 milliseconds to refill.
update throttle
   set full_at = full_at - $2
 where bucket = $1
