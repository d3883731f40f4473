-- A closure with what became of it. Read by `closure` in closures.rs.
block.block_id, block.venue_id, block.reason, block.cause, block.staff_id, block.created_at, block.starts_at, block.ends_at,
       (select count(*) from slot_claim c where c.block_id = block.block_id and c.held_until is null) as slots,
       (select count(distinct c.court_id) from slot_claim c where c.block_id = block.block_id and c.held_until is null) as courts,
       (select count(*) from orders o where o.block_id = block.block_id) as ended_bookings,
       (select count(*) from closure_offer offer where offer.block_id = block.block_id) as offers,
       (select count(*) from closure_offer offer where offer.block_id = block.block_id and offer.state = 'open') as open_offers
