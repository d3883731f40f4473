-- FormerStandings::keep: stores a missed game under the hash of a number.
insert into former_strike (phone_hash, missed_at, place, kept_until)
values ($1, $2, $3, $4)
on conflict do nothing
