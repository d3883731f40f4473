-- Audit::find_newest_digest: the digest of the last day that has one.
select day, entries, digest from audit_digest where day > '' order by day desc limit 1
