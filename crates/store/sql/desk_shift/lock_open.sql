-- Shifts::lock_open: locks the open shift of a venue until the unit of work ends. No row: no shift is open.
update desk_shift
   set kept_by = kept_by
 where venue_id = $1 and counted_at is null
returning shift_id
