-- Audit::add_digest. No row: another node was first.
insert into audit_digest (day, entries, digest) values ($1, $2, $3) on conflict do nothing
