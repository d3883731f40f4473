-- Audit::find_first_day_after: the next day that has entries.
select min(day) as day from audit_entry where day > $1
