-- Outbox::claim, Outbox::put_off: at $2, one node claims the message until $4. No row changed: another node has claimed it
-- since it was due at $3, it was removed, or it is held back.
update outbox as m
   set next_try_at = $4, tries = tries + 1
 where m.message_key = $1 and m.next_try_at = $3
   and not ({is_held_back})
