-- Throttles::charge: takes one token from a bucket, all in one statement so that two nodes share it (GCRA).
-- $2 now, $3 what a token costs in ms, $4 now and a token, $5 the latest `full_at` that has a token left, $6 the latest
-- one that a right clock can have written: a later one is forgotten.
-- No row touched: the bucket is empty.
insert into throttle (bucket, full_at)
values ($1, $4)
on conflict (bucket) do update
   set full_at = case when throttle.full_at > $2 and throttle.full_at <= $6 then throttle.full_at + $3
                      else excluded.full_at end
 where throttle.full_at <= $5 or throttle.full_at > $6
