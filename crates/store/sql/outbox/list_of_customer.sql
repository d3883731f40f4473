-- Messages::list_of_customer: the messages to the player $10, about the order $11 (0: about any or none), the newest first.
select {message_columns}
  from {messages_joined}
 where m.customer_id = $10 and ($11 = 0 or m.order_number = $11) and {message_filter}
