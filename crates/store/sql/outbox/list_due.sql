-- Outbox::list_due: what is to be told by $1, the longest overdue first.
select message_key, notice, channel, customer_id, order_number, amount_paise, tries, next_try_at
  from outbox
 where next_try_at <= $1
 order by next_try_at
 limit $2
