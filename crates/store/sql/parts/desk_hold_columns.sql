-- A desk hold with its claim. Read by `desk_hold` in desk_holds.rs.
block.block_id, block.venue_id, block.staff_id, claim.court_id, claim.starts_at, claim.ends_at, claim.held_until
