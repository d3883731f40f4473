-- Audit::list_of_window: the entries of a venue from $4 to before $5, in the order of their numbers. $2 and $3 are the UTC days of
-- these instants.
select {audit_columns}
  from audit_entry
 where day >= $2 and day <= $3 and venue_id = $1 and at >= $4 and at < $5
 order by audit_id
