-- Claims::claim: decides who gets a court from $2 to before $3. One row changed: this order; none: another claim overlaps it.
-- An expired hold ($6 is the current time) is replaced; one with another start must be removed before (free_expired).
-- Overlapping claims with another start are refused by the trigger slot_claim_overlaps, claims of a retired court or venue by
-- slot_claim_of_open_court.
insert into slot_claim (court_id, starts_at, ends_at, order_number, held_until)
values ($1, $2, $3, $4, $5)
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = excluded.held_until,
       ends_at = excluded.ends_at
 where slot_claim.held_until is not null and slot_claim.held_until <= $6
