-- Audit::search: the entries about one subject, its kind $9 and its id $10, the newest first.
select {audit_columns} from audit_entry where subject_kind = $9 and subject_id = $10 and {audit_filter}
