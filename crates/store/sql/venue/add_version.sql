-- Imports::add_version: an import changed the venue, so nobody at the desk writes what they saw before.
update venue
   set version = version + 1
 where venue_id = $1
