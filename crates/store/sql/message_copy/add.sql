-- Messages::add_copy: what was sent. No row changed: the message was removed, or has a copy of the same instant.
insert into message_copy (message_key, sent_at, sent_to, subject, body, provider, provider_message)
select cast($1 as text), cast($2 as bigint), cast($3 as text), cast($4 as text), cast($5 as text), cast($6 as text), cast($7 as text)
 where exists (select 1 from outbox where message_key = $1)
on conflict do nothing
