-- Claims::hold_for_desk: keeps a court from $2 to before $3 for a clerk until $5. No row changed: another claim overlaps it, or
-- the court or its venue is retired. As slot_claim/claim, with the block $4 instead of an order.
insert into slot_claim (court_id, starts_at, ends_at, block_id, held_until)
values ($1, $2, $3, $4, $5)
on conflict (court_id, starts_at) do update
   set block_id = excluded.block_id, order_number = null, held_until = excluded.held_until, ends_at = excluded.ends_at
 where slot_claim.held_until is not null and slot_claim.held_until <= $6
