-- VenueDays::add: closes a day. No row changed: it is closed already.
insert into venue_day (venue_id, day, closed_at, closed_by, money_from, money_until, facts, entries, digest)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict do nothing
