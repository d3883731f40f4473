-- Shifts::count: locks the shift until the unit of work ends. No row changed: it was counted before.
update desk_shift
   set kept_by = kept_by
 where shift_id = $1 and counted_at is null
