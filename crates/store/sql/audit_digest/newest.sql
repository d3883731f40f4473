-- Audit::newest_digest.
select day, entries, digest from audit_digest where day > '' order by day desc limit 1
