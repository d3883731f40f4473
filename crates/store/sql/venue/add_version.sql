-- Imports::add_version: an import changed the venue, so a change at the desk that names the version before it is
-- refused.
update venue
   set version = version + 1
 where venue_id = $1
