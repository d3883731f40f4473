-- Audit::list_digests: the digests after the day $1, in the order of days.
select day, entries, digest from audit_digest where day > $1 order by day limit $2
