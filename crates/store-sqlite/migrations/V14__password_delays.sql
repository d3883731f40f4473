-- Wrong passwords per phone number and network: they slow the next try from there down. A stranger who guesses does not make
-- the owner wait, who types the password elsewhere. password_failure keeps counting per number, for the code after too many.

create table password_delay (
  phone        text    not null,
  network      text    not null,                  -- an IPv4 address or an IPv6 /56
  tries        integer not null,                  -- tries since the last right one, counted before they are checked
  last_try_at  integer not null,
  next_try_at  integer not null,
  primary key (phone, network)
) strict, without rowid;
create index password_delay_by_age on password_delay (last_try_at);
