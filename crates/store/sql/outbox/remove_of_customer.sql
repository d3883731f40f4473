-- PlayerErasures::erase: removes messages to the account, with the copies of their texts.
delete from outbox where customer_id = $1
