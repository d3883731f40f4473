-- Receipts::skip_numbers: the numbers that were skipped: lost documents of the time from $5 on may bear them.
insert into receipt_gap (series, year, first_serial, last_serial, since, recorded_at) values ($1, $2, $3, $4, $5, $6)
