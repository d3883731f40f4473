-- Payouts::find_last_reading: when the last day of the provider that was read was read last.
select read_at from payout_day where day = (select max(day) from payout_day)
