-- Outbox::list_due: messages to be sent by $2 on channel $1, the longest overdue first, without those that are held back.
select {outbox_columns}
  from outbox m
 where m.next_try_at <= $2 and m.channel = $1
   and not ({is_held_back})
 order by m.next_try_at
 limit $3
