-- DeskQrs::add: an open code. A request to close it is due at $4.
insert into desk_qr (bill_id, venue_id, staff_id, closes_at, state, next_close_at)
values ($1, $2, $3, $4, 'open', $4)
