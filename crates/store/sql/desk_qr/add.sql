-- DeskQrs::add: an open code, before it is requested from the provider, or of a payment that a recovery has found. The provider
-- closes it by itself at $4, and a request to close it is due then, too.
insert into desk_qr (bill_id, venue_id, staff_id, closes_at, state, next_close_at)
values ($1, $2, $3, $4, 'open', $4)
