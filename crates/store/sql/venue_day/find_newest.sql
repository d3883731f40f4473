-- VenueDays::find_newest: the last closed day of a venue.
select {venue_day_columns} from venue_day where venue_id = $1 order by day desc limit 1
