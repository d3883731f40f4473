-- PlayerErasures::erase: messages to the account, with the copies of their words.
delete from outbox where customer_id = $1
