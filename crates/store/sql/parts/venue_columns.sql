-- A venue. Read by `venue` in venues.rs.
venue_id, name, location, long_location, map_url, upi_address, image, facilities, gallery, time_zone, slot_minutes, play_minutes
