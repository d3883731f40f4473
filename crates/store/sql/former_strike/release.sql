-- FormerStandings::keep: the account is erased, so these missed games belong to no account. The reason of a forgiven game is
-- deleted, because it may name the person.
update former_strike set customer_id = null, forgiven_because = null where customer_id = $1
