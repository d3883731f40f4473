-- PlayerNotes::add: a note about a player, at one game or, without an order, at every game.
insert into player_note (customer_id, order_number, note, staff_id, at) values ($1, $2, $3, $4, $5)
returning note_id
