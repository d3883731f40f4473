-- Receipts::move_on: leaves out the next $3 numbers of a series and year; none only looks, and keeps everybody else waiting
-- until the unit of work ends.
insert into receipt_series (series, year, last)
values ($1, $2, $3)
on conflict (series, year) do update set last = receipt_series.last + excluded.last
returning last
