-- Imports::known: all venues ever imported, to find what an operator's file would change.
select venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone, slot_minutes, play_minutes,
       position, active
  from venue
 order by position, venue_id
