-- PlayerExports::read: what staff noted about the account and its games. Who wrote it is left out.
select note.order_number, note.note as text, note.at as written_at, note.removed_at
  from player_note note
 where note.customer_id = $1
 order by note.at, note.note_id
