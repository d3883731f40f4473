-- Outbox::count_waiting: for the metrics. What should have been told by $1 and was not, by channel, and since when the oldest
-- of it waits. A reminder is written down long before it is due, so its wait begins with the next try.
select channel, count(*), min(case when notice <> 'reminder' then created_at when next_try_at <= $1 then next_try_at else $1 end)
  from outbox
 where next_try_at is not null and (next_try_at <= $1 or tries > 0)
 group by channel
