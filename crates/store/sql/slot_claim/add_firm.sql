-- ImportedBookings::add: a court that was booked elsewhere. No row touched: somebody has it.
insert into slot_claim (court_id, starts_at, order_number) values ($1, $2, $3)
on conflict do nothing
