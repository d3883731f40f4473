-- Claims::claim: decides who gets a court. One row touched: ours; none: somebody else has it.
-- A hold that ran out ($5 is now) is free for the taking.
insert into slot_claim (court_id, starts_at, order_number, held_until) values ($1, $2, $3, $4)
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = excluded.held_until
 where slot_claim.held_until is not null and slot_claim.held_until <= $5
