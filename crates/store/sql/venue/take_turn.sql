-- VenueDays::take_turn: for each unit of work that closes a day of the venue, books an hour that has begun, publishes prices
-- or hours, sorts the venues or imports them. Such units run one after another, because the row stays locked until the
-- unit ends.
update venue
   set position = position
 where venue_id = $1
