-- Shifts::count: what was counted ($4, $5) and what had to be there ($6). No row changed: it was counted before.
update desk_shift
   set counted_at = $2, counted_by = $3, counted = $4, counted_paise = $5, expected_paise = $6
 where shift_id = $1 and counted_at is null
