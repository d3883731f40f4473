-- DeskRequests::claim: reserves the key for this unit of work. No row changed: the key was used before.
insert into desk_request (request_key, staff_id, fingerprint, answer, created_at) values ($1, $2, $3, '', $4)
on conflict do nothing
