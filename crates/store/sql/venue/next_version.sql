-- Imports::next_version: first in each change of a venue at the desk. No row: it was changed since version $2. The row stays locked until
-- the unit ends.
update venue
   set version = version + 1
 where venue_id = $1 and version = $2
