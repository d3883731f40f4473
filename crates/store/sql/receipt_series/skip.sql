-- Receipts::skip_numbers: skips the next $3 numbers of a series and year. With 0 it only reads, and locks the row until the unit of
-- work ends.
insert into receipt_series (series, year, last)
values ($1, $2, $3)
on conflict (series, year) do update set last = receipt_series.last + excluded.last
returning last
