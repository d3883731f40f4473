-- Outbox::list_due: messages to be sent by $2 on channel $1, the longest overdue first.
select message_key, notice, channel, customer_id, order_number, amount_paise, tries, next_try_at, created_at
  from outbox
 where next_try_at <= $2 and channel = $1
 order by next_try_at
 limit $3
