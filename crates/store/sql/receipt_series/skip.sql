-- Receipts::skip_numbers: skips the next $3 numbers of a series and year. With 0 it skips none: a missing row is added
-- with 0. The row stays locked until the unit of work ends.
insert into receipt_series (series, year, last)
values ($1, $2, $3)
on conflict (series, year) do update set last = receipt_series.last + excluded.last
returning last
