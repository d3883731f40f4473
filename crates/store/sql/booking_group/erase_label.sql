-- PlayerErasures::erase: replaces the label of groups, which is the name of the player, with $2.
update booking_group set label = $2 where customer_id = $1
