-- Closures::block: keeps a court from players. No row touched: a booking or a block is there, or another hold than that of
-- order $4, which was seen a moment ago (null: none was).
insert into slot_claim (court_id, starts_at, block_id) values ($1, $2, $3)
on conflict (court_id, starts_at) do update
   set order_number = null, block_id = excluded.block_id, held_until = null
 where slot_claim.held_until is not null and slot_claim.order_number = $4
