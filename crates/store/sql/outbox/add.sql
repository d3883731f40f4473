-- Outbox::add: a message to be sent from $7 on. No row changed: it was stored before, or it is for a customer without a phone number.
insert into outbox (message_key, notice, channel, customer_id, order_number, amount_paise, tries, next_try_at, created_at)
select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as bigint), cast($5 as bigint), cast($6 as bigint), 0,
       cast($7 as bigint), cast($8 as bigint)
 where not exists (select 1 from customer where customer_id = $4 and phone is null)
on conflict (message_key) do nothing
