-- RevenueDays::list: the sums of a venue from day $2 to day $3, of the days from $4 to $5 alone.
select day, way, source, staff_id, movements, taken_paise, returned_paise
  from revenue_sum
 where venue_id = $1 and day >= $2 and day <= $3 and day >= $4 and day <= $5
 order by day, way, source, staff_id
