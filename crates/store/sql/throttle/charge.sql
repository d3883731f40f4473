-- charge_call, Throttles::charge: takes one token from a bucket, in one statement so that nodes share it (GCRA, the
-- generic cell rate algorithm).
-- $2 is the current time, $3 the cost of a token in ms, $4 the current time plus one token, $5 the latest `full_at` with a token
-- left, $6 the latest `full_at` that a right clock can have written: a later one is ignored.
-- No row changed: the bucket is empty.
insert into throttle (bucket, full_at)
values ($1, $4)
on conflict (bucket) do update
   set full_at = case when throttle.full_at > $2 and throttle.full_at <= $6 then throttle.full_at + $3
                      else excluded.full_at end
 where throttle.full_at <= $5 or throttle.full_at > $6
