-- VenueDays::list: the closed days of a venue after a day, the oldest first.
select {venue_day_columns} from venue_day where venue_id = $1 and day > $2 order by day limit $3
