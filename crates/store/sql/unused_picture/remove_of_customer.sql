-- PlayerErasures::erase: the pictures of the account are no longer stored.
delete from unused_picture where customer_id = $1
