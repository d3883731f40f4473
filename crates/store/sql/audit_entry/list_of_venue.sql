-- Audit::list_of_venue: the newest first.
select {audit_columns} from audit_entry where venue_id = $1 and audit_id < $2 order by audit_id desc limit $3
