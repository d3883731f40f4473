-- Imports::next_version: gives version $2 of a venue the next number. No row changed: there is no such venue, or
-- it was changed since. The row stays locked until the unit of work ends.
update venue
   set version = version + 1
 where venue_id = $1 and version = $2
