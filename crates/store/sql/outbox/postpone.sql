-- Outbox::put_off: it did not go out; whoever took it until $2 tries again at $3. No row touched: another has taken it since.
update outbox
   set next_try_at = $3
 where message_key = $1 and next_try_at = $2
