-- FormerStandings::recall: what stays of the number with the hash $1 counts for the account $2, which has registered it anew.
update former_strike set customer_id = $2 where phone_hash = $1 and kept_until > $3
