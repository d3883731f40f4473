-- DeskPayments::add: money taken at a desk.
insert into desk_payment (bill_id, venue_id, shift_id, tender, amount_paise, round_off_paise, payer, reference, staff_id, taken_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
returning desk_payment_id
