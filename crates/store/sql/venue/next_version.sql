-- Imports::next_version: the first lock of each change of a venue at the desk, after the turns of all venues if the venue is
-- retired or brought back. No row changed: it was changed since version $2. The row stays locked until the unit of
-- work ends.
update venue
   set version = version + 1
 where venue_id = $1 and version = $2
