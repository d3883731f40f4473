-- Throttles::remove: fills a bucket: one without a row is full.
delete from throttle where bucket = $1
