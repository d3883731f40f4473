-- PlayerNotes::carry: what is noted about the game of the order $1 is noted about that of the order $2, in which it takes place
-- instead; removed notes stay.
update player_note set order_number = $2 where order_number = $1 and removed_at is null
