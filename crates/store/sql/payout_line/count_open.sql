-- Payouts::count_open: how many lines need an explanation.
select count(*) as lines from payout_line where state <> 'matched' and explained_at is null
