-- WebhookEvents::sweep: housekeeping, so many rows a time; the provider sends nothing again that is this old.
delete from webhook_event
 where event_id in (select event_id from webhook_event where received_at <= $1 and next_try_at is null limit $2)
