-- Outbox::end: it was sent, dropped because of $4, or given up after $5. The first end counts; a message that was sent
-- again since ($6) has another.
update outbox
   set next_try_at = null, outcome = $2, ended_at = $3, drop_reason = $4, failure = $5
 where message_key = $1 and outcome is null and resends = $6
