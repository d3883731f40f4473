-- Outbox::postpone: the message was not sent because of $4; the node that claimed it until $2 tries again at $3. No row
-- changed: another node has claimed it.
update outbox
   set next_try_at = $3, failure = $4
 where message_key = $1 and next_try_at = $2
