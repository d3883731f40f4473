-- Closures::add: why courts are blocked, or which clerk holds one. A closure adds it more than once, so it may exist already.
insert into court_block (block_id, venue_id, reason, created_at, kind, staff_id, cause) values ($1, $2, $3, $4, $5, $6, $7)
on conflict (block_id) do nothing
