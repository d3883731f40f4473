-- Shifts::lock_open: no other unit of work counts the drawer of a venue until this one ends; the person who is responsible
-- for it stays. No row: no shift is open.
update desk_shift
   set kept_by = kept_by
 where venue_id = $1 and counted_at is null
returning shift_id
