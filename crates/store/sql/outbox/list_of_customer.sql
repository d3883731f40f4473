-- Messages::list_of_customer: the messages to the player $8, about the order $9 (0: about any or none), the newest first.
select {message_columns}
  from {messages_joined}
 where m.customer_id = $8 and ($9 = 0 or m.order_number = $9) and {message_filter}
