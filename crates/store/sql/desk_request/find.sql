-- DeskRequests::claim, DeskRequests::find: the call that used this key before. A repeated call gets its answer, and the undo of a move
-- reads the move in it.
select staff_id, fingerprint, answer from desk_request where request_key = $1
