-- VenueDays::take_turn: first in each unit of work that closes a day of the venue or books an hour that has begun. Such
-- units run one after another, because the row stays locked until the unit ends.
update venue
   set position = position
 where venue_id = $1
