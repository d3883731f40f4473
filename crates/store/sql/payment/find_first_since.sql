-- Payouts::find_read_days: when the first payment since $1 was settled; null if none was.
select min(settled_at) as settled_at from payment where settled_at >= $1
