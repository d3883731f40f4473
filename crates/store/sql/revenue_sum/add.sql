-- RevenueDays::add: one sum of a day.
insert into revenue_sum (venue_id, day, way, source, staff_id, movements, taken_paise, returned_paise)
values ($1, $2, $3, $4, $5, $6, $7, $8)
