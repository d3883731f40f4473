-- WebhookEvents::count_waiting: the number of events that are not processed yet, and when the oldest was received.
select count(*) as waiting, min(received_at) as waiting_since
  from webhook_event
 where next_try_at is not null
