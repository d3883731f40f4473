-- WebhookEvents::claim: claims the event until $3. No row changed: it was claimed meanwhile.
update webhook_event
   set next_try_at = $3, tries = tries + 1
 where event_id = $1 and next_try_at = $2
