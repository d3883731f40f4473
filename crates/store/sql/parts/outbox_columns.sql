-- A message as it is sent. Read by `due_message` in outbox.rs.
m.message_key, m.notice, m.channel, m.customer_id, m.order_number, m.amount_paise, m.tries, m.next_try_at, m.created_at, m.resends
