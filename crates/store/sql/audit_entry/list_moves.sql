-- Board::find_booking: the moves of a booking at the desk and their undoing, the oldest first; $1 is its number as text.
select at, staff_id, verb, before, after
  from audit_entry
 where subject_kind = 'booking' and subject_id = $1 and (verb = 'booking.moved' or verb = 'booking.move_undone')
 order by audit_id
