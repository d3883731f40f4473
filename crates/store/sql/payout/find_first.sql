-- Payouts::find_start: when the oldest payout was paid out; null: there is none.
select min(settled_at) as settled_at from payout
