-- A message as the desk sees it. Read by `message` in messages.rs; used with parts/messages_joined.
m.message_key, m.notice, m.channel, m.customer_id, m.order_number, m.amount_paise, m.tries, m.next_try_at, m.created_at, m.resends,
       m.outcome, m.ended_at, m.drop_reason, m.failure, m.resent_at, m.resent_by, c.full_name, c.phone, o.venue_id, o.venue_day
