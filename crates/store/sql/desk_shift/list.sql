-- Shifts::list: the counted shifts of a venue that ended from $2 to before $3, the newest first.
select {shift_columns}
  from desk_shift
 where venue_id = $1 and counted_at >= $2 and counted_at < $3
 order by counted_at desc, shift_id desc
 limit $4
