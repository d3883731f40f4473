-- Receipts::find_gap: the last number of a series and year that was taken or skipped.
select last
  from receipt_series
 where series = $1 and year = $2
