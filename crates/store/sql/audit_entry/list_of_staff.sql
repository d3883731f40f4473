-- Audit::search: the entries of the member of staff $9, the newest first.
select {audit_columns} from audit_entry where staff_id = $9 and {audit_filter}
