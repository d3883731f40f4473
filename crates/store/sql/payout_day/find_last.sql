-- Payouts::find_last_day: the last day that was read.
select day, read_at from payout_day where day = (select max(day) from payout_day)
