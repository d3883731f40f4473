-- Attendances::carry: the players who came to the game of the order $1 are here for that of the order $2, in which it takes place
-- instead.
update attendance set order_number = $2 where order_number = $1 and state = 'arrived'
