-- Shifts::list_movements: the movements of one shift, the oldest first.
select movement_id, shift_id, kind, amount_paise, note, staff_id, at
  from cash_movement
 where shift_id = $1
 order by movement_id
