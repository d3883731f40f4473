-- Outbox::end: it was sent or given up. The first end counts.
update outbox
   set next_try_at = null, outcome = $2, ended_at = $3
 where message_key = $1 and outcome is null
