-- Receipts::skip_numbers: the numbers that were skipped, and why.
insert into receipt_gap (series, year, first_serial, last_serial, since, recorded_at) values ($1, $2, $3, $4, $5, $6)
