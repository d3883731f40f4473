-- FormerStandings::release: the account is gone, so what stays of it belongs to none. Why a game was forgiven may name the person.
update former_strike set customer_id = null, forgiven_because = null where customer_id = $1
