-- Shifts::list_movements_of_day: the movements of the drawers of a venue ($1) from $2 to before $3, the oldest first. A movement is
-- recorded in a shift that is open at that moment.
select movement.movement_id, movement.shift_id, movement.kind, movement.amount_paise, movement.note, movement.staff_id, movement.at
  from desk_shift
  join cash_movement movement on movement.shift_id = desk_shift.shift_id
 where desk_shift.venue_id = $1 and desk_shift.opened_at < $3
   and (desk_shift.counted_at is null or desk_shift.counted_at >= $2)
   and movement.at >= $2 and movement.at < $3
 order by movement.at, movement.movement_id
