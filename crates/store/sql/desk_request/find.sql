-- DeskRequests::claim, DeskRequests::find: whether this change was already made, so that a repeated call gets the same answer.
select staff_id, fingerprint, answer from desk_request where request_key = $1
