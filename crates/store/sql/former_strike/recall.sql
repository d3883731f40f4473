-- FormerStandings::recall: the missed games of the number with the hash $1 that have not expired at $3 become those of the account $2.
update former_strike set customer_id = $2 where phone_hash = $1 and kept_until > $3
