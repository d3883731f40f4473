-- A closed day of a venue. Read by `closed_day` in venue_days.rs.
venue_id, day, closed_at, closed_by, money_from, money_until, facts, entries, digest, digest_now
