-- WebhookEvents::list_due: events to be processed by $1, the longest overdue first.
select event_id, body, tries, next_try_at
  from webhook_event
 where next_try_at <= $1
 order by next_try_at
 limit $2
