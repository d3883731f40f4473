-- KeyFingerprints::list: the keys that this database was used with.
select fingerprint
  from key_fingerprint
 where name = $1
 order by first_used_at, fingerprint
