-- Board::find_booking: the names of a venue's courts, those that are switched off included.
select court_id, name from court where venue_id = $1
