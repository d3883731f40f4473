-- Throttles::remove: fills a bucket, because staff lifted its limit.
delete from throttle where bucket = $1
