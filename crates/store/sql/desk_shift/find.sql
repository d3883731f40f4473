-- Shifts::find: one shift.
select {shift_columns}
  from desk_shift
 where shift_id = $1
