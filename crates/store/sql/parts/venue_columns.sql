-- A venue. Read by `venue` in venues.rs.
venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone, slot_minutes, play_minutes
