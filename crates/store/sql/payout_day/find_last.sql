-- Payouts::find_last_reading: when the provider was read last; null: never.
select max(read_at) as read_at from payout_day
