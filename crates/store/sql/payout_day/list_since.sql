-- Payouts::find_read_days: the days of the provider since $1 that were read, and when last.
select day, read_at from payout_day where day >= $1 order by day
