-- Shifts::find_open: the open shift of a venue.
select {shift_columns}
  from desk_shift
 where venue_id = $1 and counted_at is null
