-- Messages::list: the messages, the newest first.
select {message_columns}
  from {messages_joined}
 where {message_filter}
