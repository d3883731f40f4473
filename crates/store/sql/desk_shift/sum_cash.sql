-- Shifts::sum_cash: what entered and left the drawer of one shift, in cash. A payment that was voided later was in the drawer: it
-- goes out of the drawer of the shift in which it was voided.
select cast(coalesce((select sum(amount_paise - round_off_paise) from desk_payment
                       where shift_id = $1 and tender = 'cash'), 0) as bigint) as taken_paise,
       cast(coalesce((select sum(amount_paise - round_off_paise) from desk_payment
                       where void_shift_id = $1 and tender = 'cash'), 0) as bigint) as voided_paise,
       cast(coalesce((select sum(amount_paise + round_up_paise) from refund
                       where shift_id = $1 and method = 'cash'), 0) as bigint) as refunded_paise,
       cast(coalesce((select sum(amount_paise) from cash_movement where shift_id = $1), 0) as bigint) as moved_paise
