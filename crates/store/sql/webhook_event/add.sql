-- WebhookEvents::add: stores an event. No row changed: it was stored before.
insert into webhook_event (event_id, body, tries, next_try_at, received_at)
values ($1, $2, 0, $3, $3)
on conflict (event_id) do nothing
