-- Receipts::find_desk_series: the series of a venue's documents.
select series, credit_series
  from desk_series
 where venue_id = $1
