-- Receipts::list_desk_series: the series that venues have.
select series, credit_series
  from desk_series
