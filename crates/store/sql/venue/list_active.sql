-- Venues::list: the venues that players can choose; every availability and price starts here.
select venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone, slot_minutes, play_minutes
  from venue
 where active = 1
 order by position, venue_id
