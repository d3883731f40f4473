-- Messages::find: one message, waiting or ended.
select {message_columns}
  from {messages_joined}
 where m.message_key = $1
