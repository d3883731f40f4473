-- Shifts::enter: a member of staff ($2) uses the drawer of a venue. The row stays locked until the unit of work ends. No row:
-- no shift is open.
update desk_shift
   set kept_by = coalesce(kept_by, $2)
 where venue_id = $1 and counted_at is null
returning shift_id, opening_paise
