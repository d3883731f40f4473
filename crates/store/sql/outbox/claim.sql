-- Outbox::claim, Outbox::put_off: one node claims the message until $3. No row changed: another node has claimed it, or it was removed.
update outbox
   set next_try_at = $3, tries = tries + 1
 where message_key = $1 and next_try_at = $2
