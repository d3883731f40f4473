-- DeskRequests::sweep: housekeeping in batches of at most $2; removes calls that were made at $1 or earlier.
delete from desk_request where request_key in (select request_key from desk_request where created_at <= $1 limit $2)
