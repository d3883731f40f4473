-- WebhookEvents::count_waiting: for the metrics. How many events are not worked on yet, and when the oldest of them came.
select count(*), min(received_at)
  from webhook_event
 where next_try_at is not null
