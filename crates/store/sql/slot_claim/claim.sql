-- Claims::claim: decides who gets a court from $2 to before $3. One row touched: ours; none: somebody else has some of it.
-- A hold that ran out ($6 is now) is free for the taking; one with another start has to be removed before (free_lapsed).
-- Claims with another start that have some of the time are refused by the trigger slot_claim_overlaps.
insert into slot_claim (court_id, starts_at, ends_at, order_number, held_until)
values ($1, $2, $3, $4, $5)
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = excluded.held_until,
       ends_at = excluded.ends_at
 where slot_claim.held_until is not null and slot_claim.held_until <= $6
