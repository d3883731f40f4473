-- FormerStandings::release: the account is gone, so what stays of it belongs to none.
update former_strike set customer_id = null where customer_id = $1
