-- PlayerExports::read: messages to the account and, if it is stored, their text.
select outbox.notice, outbox.channel, outbox.order_number, outbox.created_at, outbox.outcome, outbox.ended_at, copy.sent_to, copy.body as text
  from outbox
  left join message_copy copy on copy.message_key = outbox.message_key
 where outbox.customer_id = $1
 order by outbox.created_at, outbox.message_key, copy.sent_at
