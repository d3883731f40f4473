-- PlayerErasures::erase: groups have the name of the player.
update booking_group set label = $2 where customer_id = $1
