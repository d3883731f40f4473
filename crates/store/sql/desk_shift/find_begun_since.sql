-- Shifts::find_begun_since: the first shift of a venue ($1) that began at $2 or later. The count that began it includes what
-- was put into the drawer before $2.
select {shift_columns}
  from desk_shift
 where venue_id = $1 and opened_at >= $2
 order by opened_at, shift_id
 limit 1
