-- A shift of a drawer. Read by `shift` in shifts.rs.
shift_id, venue_id, kept_by, opened_at, opening_paise, after_shift, counted_at, counted_by, counted, expected_paise,
       difference_reason, reviewed_at, reviewed_by
