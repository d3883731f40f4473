-- Board::find_booking: the notes that are shown with an order, the oldest first.
select note.note_id, note.order_number, note.note, note.staff_id, note.at
  from orders o
  join player_note note on note.customer_id = o.customer_id
 where o.order_number = $1 and note.removed_at is null and coalesce(note.order_number, $1) = $1
 order by note.at, note.note_id
