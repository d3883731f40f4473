-- Claims::claim: decides who gets a court from $2 to before $3. One row touched: ours; none: somebody else has some of it.
-- A hold that ran out ($6 is now) is free for the taking; one with another start has to be removed before (free_lapsed).
-- No claim is longer than four hours, so only the rows of the last four hours are looked at.
insert into slot_claim (court_id, starts_at, ends_at, order_number, held_until)
select cast($1 as bigint), cast($2 as bigint), cast($3 as bigint), cast($4 as bigint), cast($5 as bigint)
 where not exists (select 1 from slot_claim other
                    where other.court_id = $1 and other.starts_at > cast($2 as bigint) - 14400000
                      and other.starts_at < $3 and other.ends_at > $2
                      and (other.held_until is null or other.held_until > $6))
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = excluded.held_until,
       ends_at = excluded.ends_at
 where slot_claim.held_until is not null and slot_claim.held_until <= $6
