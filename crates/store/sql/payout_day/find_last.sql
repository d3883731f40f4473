-- Payouts::find_last_reading: when the newest of the provider's days that were read was read last.
select read_at from payout_day where day = (select max(day) from payout_day)
