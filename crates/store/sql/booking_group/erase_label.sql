-- PlayerErasures::erase: replaces the label of the account's groups, which may be the player's name, with $2.
update booking_group set label = $2 where customer_id = $1
