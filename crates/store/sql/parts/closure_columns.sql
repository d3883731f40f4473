-- A closure with what became of it. Read by `closure` in closures.rs.
k.block_id, k.venue_id, k.reason, k.cause, k.staff_id, k.created_at, k.starts_at, k.ends_at,
       (select count(*) from slot_claim c where c.block_id = k.block_id and c.held_until is null) as slots,
       (select count(distinct c.court_id) from slot_claim c where c.block_id = k.block_id and c.held_until is null) as courts,
       (select count(*) from closure_offer f where f.block_id = k.block_id) as offers,
       (select count(*) from closure_offer f where f.block_id = k.block_id and f.state = 'open') as open_offers
