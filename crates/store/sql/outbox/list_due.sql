-- Outbox::list_due: messages to be sent by $2 on channel $1, the longest overdue first. A message that says where and when a game is
-- waits while the desk can undo a move of that game, which is until the notice of the move is due.
select {outbox_columns}
  from outbox m
 where m.next_try_at <= $2 and m.channel = $1
   and not (m.notice in ('confirmed', 'moved', 'reminder')
            and exists (select 1
                          from outbox later
                         where later.customer_id = m.customer_id and later.order_number = m.order_number
                           and later.notice = 'moved' and later.tries = 0 and later.next_try_at > $2))
 order by m.next_try_at
 limit $3
