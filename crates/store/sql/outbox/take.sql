-- Outbox::take: one node sends it and has until $3. No row touched: another does.
update outbox
   set next_try_at = $3, tries = tries + 1
 where message_key = $1 and next_try_at = $2
