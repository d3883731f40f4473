-- PlayerErasures::erase: removes what was noted about the account and its games, also notes that are marked as
-- removed.
delete from player_note where customer_id = $1
