-- VenueDays::find_newest: the last day of a venue that is closed.
select {venue_day_columns} from venue_day where venue_id = $1 order by day desc limit 1
