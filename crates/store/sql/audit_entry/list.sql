-- Audit::search: the entries, the newest first.
select {audit_columns} from audit_entry where {audit_filter}
