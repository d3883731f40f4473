-- Closures::add: why courts are blocked. Each batch of a closure writes it, so it may exist already.
insert into court_block (block_id, venue_id, reason, created_at) values ($1, $2, $3, $4)
on conflict (block_id) do nothing
