-- Audit::list_of_day: the entries of a UTC day in the order of their numbers.
select {audit_columns} from audit_entry where day = $1 and audit_id > $2 order by audit_id limit $3
