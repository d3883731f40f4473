-- Shifts::lock_open: nobody counts the drawer of a venue until the unit of work ends; who answers for it stays. No row: no shift is
-- open.
update desk_shift
   set kept_by = kept_by
 where venue_id = $1 and counted_at is null
returning shift_id
