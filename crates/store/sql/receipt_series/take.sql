-- Receipts::issue: the next number of a series and year. The row stays locked until the unit of work ends, so that a number
-- that is rolled back with it is used next.
insert into receipt_series (series, year, last)
values ($1, $2, 1)
on conflict (series, year) do update set last = receipt_series.last + 1
returning last
