-- Board::find_booking: the names of a venue's courts, retired ones included.
select court_id, name from court where venue_id = $1
