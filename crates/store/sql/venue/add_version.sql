-- Imports::add_version: gives the venue the next version, without a check of its present one.
update venue
   set version = version + 1
 where venue_id = $1
