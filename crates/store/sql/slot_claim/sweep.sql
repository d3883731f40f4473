-- Claims::sweep: removes the holds that expired by $1. Housekeeping only: an expired hold can be claimed.
delete from slot_claim
 where held_until is not null and held_until <= $1
returning court_id, starts_at, ends_at, block_id,
          (select court.venue_id from court where court.court_id = slot_claim.court_id) as venue_id,
          (select venue.time_zone from court join venue on venue.venue_id = court.venue_id
            where court.court_id = slot_claim.court_id) as time_zone
