-- PlayerNotes::remove: takes a note away that is about this player and, if it is about one game, about this one. No row: it
-- is not there, or was removed before.
update player_note
   set removed_at = $4, removed_by = $5
 where note_id = $1 and customer_id = $2 and coalesce(order_number, $3) = $3 and removed_at is null
returning note, order_number
