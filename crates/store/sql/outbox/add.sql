-- Outbox::add: a message to be sent from $7 on. No row changed: it was stored before.
insert into outbox (message_key, notice, channel, customer_id, order_number, amount_paise, tries, next_try_at, created_at)
values ($1, $2, $3, $4, $5, $6, 0, $7, $8)
on conflict (message_key) do nothing
