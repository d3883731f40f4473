-- Outbox::count_waiting: messages that are due at $1 or were tried before, by channel, and since when the oldest one waits. One
-- that was not tried yet waits since its first try is due; later it waits since it was stored, or since staff had it sent again.
-- A reminder is stored long before it is due, so it waits from its next try on.
select channel, count(*) as waiting,
       min(case when tries = 0 then next_try_at
                when resent_at is not null then resent_at
                when notice <> 'reminder' then created_at when next_try_at <= $1 then next_try_at else $1 end) as waiting_since
  from outbox
 where next_try_at is not null and (next_try_at <= $1 or tries > 0)
 group by channel
