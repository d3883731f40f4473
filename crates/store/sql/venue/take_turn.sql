-- VenueDays::take_turn: for units of work that must not run at the same time, such as closing a day of the venue and booking an
-- hour of it. They run one after another, because the row stays locked until the unit ends.
update venue
   set position = position
 where venue_id = $1
