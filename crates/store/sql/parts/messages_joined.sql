-- Messages with the tables of parts/message_columns.
outbox m
  join customer c on c.customer_id = m.customer_id
  left join orders o on o.order_number = m.order_number
