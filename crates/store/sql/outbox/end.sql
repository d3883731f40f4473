-- Outbox::end, Outbox::put_off: the message was sent, dropped because of $4, or given up after the failure $5. No row changed: it has
-- ended already, was removed, or staff had it sent again since it was read ($6).
update outbox
   set next_try_at = null, outcome = $2, ended_at = $3, drop_reason = $4, failure = $5
 where message_key = $1 and outcome is null and resends = $6
