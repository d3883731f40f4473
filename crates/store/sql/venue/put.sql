-- Imports::put_venue: adds a venue or changes its own fields, and makes it active.
insert into venue (venue_id, name, location, long_location, map_url, upi_address, image, facilities, gallery, time_zone,
                   slot_minutes, play_minutes, position, active)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1)
on conflict (venue_id) do update
   set name = excluded.name, location = excluded.location, long_location = excluded.long_location,
       map_url = excluded.map_url, upi_address = excluded.upi_address, image = excluded.image,
       facilities = excluded.facilities, gallery = excluded.gallery,
       time_zone = excluded.time_zone, slot_minutes = excluded.slot_minutes, play_minutes = excluded.play_minutes,
       position = excluded.position, active = 1
