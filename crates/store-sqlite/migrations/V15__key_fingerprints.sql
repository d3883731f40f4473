-- The keys that servers on this database were started with, so that a restore without them is noticed. A fingerprint
-- opens nothing: the public half of the key that signs passes, a hash of the key of codes.
create table key_fingerprint (
  name          text    not null,
  fingerprint   text    not null,
  first_used_at integer not null,
  primary key (name, fingerprint)
) strict, without rowid;
