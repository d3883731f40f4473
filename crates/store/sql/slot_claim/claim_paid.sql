-- Claims::claim_paid: a court from $2 to before $3 for the order $4, for good, if no other claim overlaps it. An expired hold
-- ($5 is the current time) with this start is replaced; one with another start must be removed before (slot_claim/free_expired).
-- No row changed: another claim overlaps it, or the court or its venue is retired.
insert into slot_claim (court_id, starts_at, ends_at, order_number)
select cast($1 as bigint), cast($2 as bigint), cast($3 as bigint), cast($4 as bigint)
 where not exists (select 1 from slot_claim other
                    where other.court_id = $1 and other.starts_at > cast($2 as bigint) - {longest_slot}
                      and other.starts_at < $3 and other.ends_at > $2
                      and (other.held_until is null or other.held_until > $5))
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = null, ends_at = excluded.ends_at
 where slot_claim.held_until is not null and slot_claim.held_until <= $5
