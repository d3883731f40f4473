-- Payouts::add: a payout, before its lines.
insert into payout (payout_id, utr, settled_at)
values ($1, $2, $3)
on conflict (payout_id) do update
   set utr = excluded.utr
 where payout.utr is null and excluded.utr is not null
