-- PlayerNotes::list: what is noted about a player and their games, the newest first.
select note_id, order_number, note, staff_id, at
  from player_note
 where customer_id = $1 and removed_at is null
 order by at desc, note_id desc
