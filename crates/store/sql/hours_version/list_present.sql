-- complete_venues: the hours of each venue, which are those of its newest version; null if it has no
-- version. The newest version is looked up for each venue, so older versions are not read.
select venue.venue_id,
       (select version.hours from hours_version as version where version.venue_id = venue.venue_id order by version.version desc limit 1)
         as hours
  from venue
