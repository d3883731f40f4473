-- Audit::find_digest_before: the last digest before a day.
select day, entries, digest from audit_digest where day < $1 order by day desc limit 1
