-- Shifts::review: a person has seen the difference. No row changed: it is not counted and explained, or was reviewed.
update desk_shift
   set reviewed_at = $2, reviewed_by = $3
 where shift_id = $1 and counted_at is not null and difference_reason is not null and reviewed_at is null
