-- Claims::sweep: housekeeping only; an expired hold can already be claimed, by the predicate in slot_claim/claim.
delete from slot_claim
 where held_until is not null and held_until <= $1
