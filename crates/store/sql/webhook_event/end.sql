-- WebhookEvents::end: it has had its effect, or never will.
update webhook_event
   set next_try_at = null
 where event_id = $1
