-- Payouts::find_start: the first day that was read.
select starts_at from payout_day where day = (select min(day) from payout_day)
