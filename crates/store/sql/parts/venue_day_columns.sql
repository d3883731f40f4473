-- The columns of a closed day, for each select of them.
venue_id, day, closed_at, closed_by, money_from, money_until, facts, entries, digest, digest_now
