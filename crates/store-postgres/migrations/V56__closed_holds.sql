-- A hold whose court the venue closed is stored as `expired` too, since late money may still book another court. This says that the venue
-- ended it: such a hold is none that its player let run out. Only adds; of the program before, the column stays null, and of a hold that
-- ended before it is not known.

alter table orders add column hold_closed_at bigint; -- when the venue ended the hold with its court; null: it did not
