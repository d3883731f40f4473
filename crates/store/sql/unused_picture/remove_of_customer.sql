-- PlayerErasures::erase: forgets the pictures of the account.
delete from unused_picture where customer_id = $1
