-- Outbox::postpone: the message was not sent because of $4; it was claimed until $2 and is due again at $3, for any node. No
-- row changed: it is not claimed until $2 any more.
update outbox
   set next_try_at = $3, failure = $4
 where message_key = $1 and next_try_at = $2
