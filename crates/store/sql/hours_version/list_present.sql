-- Venues::list, Imports::known: the hours of each venue, which are those of its newest version.
select present.venue_id, present.hours
  from venue
  join hours_version as present
    on present.venue_id = venue.venue_id
   and present.version = (select max(newest.version) from hours_version as newest where newest.venue_id = venue.venue_id)
