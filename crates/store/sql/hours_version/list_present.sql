-- Venues::list, Imports::known: the hours of each venue, which are those of its newest version; null if it has never had any. One search
-- for each venue, however many versions there are.
select venue.venue_id,
       (select version.hours from hours_version as version where version.venue_id = venue.venue_id order by version.version desc limit 1)
         as hours
  from venue
