-- Audit::search: the first entry of the first day from $1 on.
select audit_id from audit_entry where day >= $1 order by day, audit_id limit 1
