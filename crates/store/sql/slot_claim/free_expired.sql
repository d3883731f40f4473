-- Claims::claim, Claims::claim_paid, Claims::hold_for_desk: removes expired holds ($4 is the current time) that overlap $2 to
-- before $3.
delete from slot_claim
 where court_id = $1 and starts_at > cast($2 as bigint) - {longest_slot} and starts_at < $3 and ends_at > $2
   and held_until is not null and held_until <= $4
