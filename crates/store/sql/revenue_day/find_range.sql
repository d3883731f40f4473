-- RevenueDays::find_range: the first and the last summed day of a venue; null if no day was summed.
select (select min(day) from revenue_day where venue_id = $1) as first_day,
       (select max(day) from revenue_day where venue_id = $1) as last_day
