-- KeyFingerprints::list: the keys that this database was used with, to detect one that is missing after a restore.
select fingerprint
  from key_fingerprint
 where name = $1
 order by first_used_at, fingerprint
