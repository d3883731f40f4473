-- VenueDays::find: a day, if it is closed.
select {venue_day_columns} from venue_day where venue_id = $1 and day = $2
