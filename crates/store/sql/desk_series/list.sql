-- DeskSeries::assign: the series that venues have.
select series, credit_series
  from desk_series
