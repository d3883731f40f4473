-- Shifts::add_movement: cash enters or leaves the drawer without a booking.
insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at)
values ($1, $2, $3, $4, $5, $6)
returning movement_id
