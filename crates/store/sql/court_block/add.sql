-- Closures::add: why courts are kept from players. Written by each batch of a closure, so it may be there.
insert into court_block (block_id, venue_id, reason, created_at) values ($1, $2, $3, $4)
on conflict (block_id) do nothing
