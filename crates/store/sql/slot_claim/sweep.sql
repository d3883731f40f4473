-- Claims::sweep: housekeeping only; an old hold is nobody's already, by the predicate in slot_claim/claim.
delete from slot_claim
 where held_until is not null and held_until <= $1
