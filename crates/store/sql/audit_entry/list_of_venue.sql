-- Audit::search: the entries of the venue $9, the newest first.
select {audit_columns} from audit_entry where venue_id = $9 and {audit_filter}
