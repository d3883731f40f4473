-- DeskHolds::extend: keeps the court until $4. No row changed: the hold does not have it any more.
update slot_claim
   set held_until = $4
 where court_id = $1 and starts_at = $2 and block_id = $3 and held_until is not null
