-- KeyFingerprints::list: the keys this database was used with, to notice one that a restore left behind.
select fingerprint
  from key_fingerprint
 where name = $1
 order by first_used_at, fingerprint
