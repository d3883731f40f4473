-- WebhookEvents::sweep: removes at most $2 ended events that were received by $1.
delete from webhook_event
 where event_id in (select event_id from webhook_event where received_at <= $1 and next_try_at is null limit $2)
