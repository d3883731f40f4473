-- WebhookEvents::end: it was processed or given up.
update webhook_event
   set next_try_at = null
 where event_id = $1
