-- DeskRequests::find.
select staff_id, fingerprint, answer from desk_request where request_key = $1
