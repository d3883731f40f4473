-- Payouts::put_day: a day of the provider was read.
insert into payout_day (day, starts_at, read_at, unreadable)
values ($1, $2, $3, $4)
on conflict (day) do update
   set read_at = excluded.read_at, unreadable = excluded.unreadable
