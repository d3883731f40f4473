-- FormerStandings::keep: the account is erased, so these missed games count for no account until the number gets a
-- new one. The reason of a forgiven game is deleted, because it may name the person.
update former_strike set customer_id = null, forgiven_because = null where customer_id = $1
