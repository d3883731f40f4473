-- Shifts::explain: why the count differs. No row changed: it is not counted, or was explained or reviewed.
update desk_shift
   set difference_reason = $2
 where shift_id = $1 and counted_at is not null and difference_reason is null and reviewed_at is null
