-- KeyFingerprints::add: records the fingerprint of a key. One that is recorded already keeps the time of its first use.
insert into key_fingerprint (name, fingerprint, first_used_at) values ($1, $2, $3)
on conflict (name, fingerprint) do nothing
