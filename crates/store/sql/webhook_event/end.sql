-- WebhookEvents::end: ends the event. Its body is removed, because it may name the payer.
update webhook_event
   set next_try_at = null, body = $2
 where event_id = $1
