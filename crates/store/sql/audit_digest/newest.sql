-- Audit::newest_digest: the job that digests past days goes on after this day.
select day, entries, digest from audit_digest where day > '' order by day desc limit 1
