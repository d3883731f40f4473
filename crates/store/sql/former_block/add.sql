-- FormerStandings::keep: stores a block under the hash of a number, without its reason.
insert into former_block (phone_hash, last_day, until, staff_id, at)
values ($1, $2, $3, $4, $5)
on conflict (phone_hash) do update
   set last_day = excluded.last_day, until = excluded.until, staff_id = excluded.staff_id, at = excluded.at
