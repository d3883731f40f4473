-- Audit::add_digest: the digest of a day. No row changed: the day has one.
insert into audit_digest (day, entries, digest) values ($1, $2, $3) on conflict do nothing
