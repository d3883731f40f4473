-- WebhookEvents::sweep: housekeeping in batches; the provider does not repeat events of that age.
delete from webhook_event
 where event_id in (select event_id from webhook_event where received_at <= $1 and next_try_at is null limit $2)
