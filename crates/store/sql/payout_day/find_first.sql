-- Payouts::find_read_days, Payouts::find_start: the first day of the provider that was read.
select day, starts_at from payout_day where day = (select min(day) from payout_day)
