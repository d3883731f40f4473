-- Receipts::list_desk_series: the series of all venues.
select series, credit_series
  from desk_series
