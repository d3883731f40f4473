-- Receipts::find_gap: the last number taken of a series and year.
select last
  from receipt_series
 where series = $1 and year = $2
