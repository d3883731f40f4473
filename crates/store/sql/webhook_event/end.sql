-- WebhookEvents::end: it was processed or given up. What it said is not kept, because it may name the payer.
update webhook_event
   set next_try_at = null, body = $2
 where event_id = $1
