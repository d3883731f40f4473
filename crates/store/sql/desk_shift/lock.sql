-- Shifts::count: no other unit of work takes money in this shift until this one ends. No row changed: it was counted before.
update desk_shift
   set kept_by = kept_by
 where shift_id = $1 and counted_at is null
