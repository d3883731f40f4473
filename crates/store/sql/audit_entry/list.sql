-- Audit::list: the newest first, of all venues.
select {audit_columns} from audit_entry where audit_id < $1 order by audit_id desc limit $2
