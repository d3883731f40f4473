-- Throttles::remove: fills a bucket, because staff lifted its limit or the account was erased.
delete from throttle where bucket = $1
