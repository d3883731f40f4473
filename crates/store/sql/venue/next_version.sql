-- Imports::next_version: a change of a venue at the desk. No row changed: it was changed since version $2. The row stays locked
-- until the unit of work ends.
update venue
   set version = version + 1
 where venue_id = $1 and version = $2
