-- DeskRequests::claim, DeskRequests::find: the call that used this key before.
select staff_id, fingerprint, answer from desk_request where request_key = $1
