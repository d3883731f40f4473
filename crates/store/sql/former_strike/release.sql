-- FormerStandings::keep: the account is erased, so these missed games count for no account until the number gets a
-- new one.
update former_strike set customer_id = null where customer_id = $1
