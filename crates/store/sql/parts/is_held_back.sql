-- Whether the message m waits at $2: it says where and when a game is, and the desk can undo a move of that game, which is until the
-- notice of the move is due. Written without a list after `in`, which SQLite would build at each change.
(m.notice = 'confirmed' or m.notice = 'moved' or m.notice = 'reminder')
        and exists (select 1
                      from outbox later
                     where later.customer_id = m.customer_id and later.order_number = m.order_number
                       and later.notice = 'moved' and later.tries = 0 and later.next_try_at > $2)
