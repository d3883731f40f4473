-- Messages::find: what was sent the last 20 times, the latest first.
select sent_at, sent_to, subject, body, provider, provider_message
  from message_copy
 where message_key = $1
 order by sent_at desc
 limit 20
