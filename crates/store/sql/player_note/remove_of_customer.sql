-- PlayerErasures::erase: what was noted about the account and its games, removed notes as well.
delete from player_note where customer_id = $1
