-- VenueDays::take_turn: for each unit of work whose result would be wrong if another one that locks this row ran at the same
-- time. They run one after another, because the row stays locked until the unit ends.
update venue
   set position = position
 where venue_id = $1
