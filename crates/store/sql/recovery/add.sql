-- Recoveries::begin: a recovery since $1 begins. No row changed: one began before.
insert into recovery (since, begun_at) values ($1, $2)
on conflict (since) do nothing
