-- WebhookEvents::take: one node works on it and has until $3. No row touched: another does.
update webhook_event
   set next_try_at = $3, tries = tries + 1
 where event_id = $1 and next_try_at = $2
