-- VenueDays::take_turn: units of work that take the turn of one venue run one after another, because the row stays locked until the
-- unit ends.
update venue
   set position = position
 where venue_id = $1
