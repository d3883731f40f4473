-- Audit::find_digest: the digest of a day.
select day, entries, digest from audit_digest where day = $1
