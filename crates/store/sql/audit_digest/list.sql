-- Audit::digests: in the order of days.
select day, entries, digest from audit_digest where day > $1 order by day limit $2
