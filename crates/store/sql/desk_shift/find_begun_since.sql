-- Shifts::find_begun_since: the first shift of a venue ($1) that began at $2 or later, so with a count of the drawer that has what was put
-- into it before.
select {shift_columns}
  from desk_shift
 where venue_id = $1 and opened_at >= $2
 order by opened_at, shift_id
 limit 1
