-- Shifts::open: begins a shift of the drawer of a venue; $5 is the shift whose count began it. No row: another shift is
-- open.
insert into desk_shift (venue_id, kept_by, opened_at, opening_paise, after_shift)
values ($1, $2, $3, $4, $5)
on conflict do nothing
returning shift_id
