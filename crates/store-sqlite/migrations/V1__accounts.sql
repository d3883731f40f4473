-- Who plays: customers, their sessions, one-time codes, and the counters that slow attackers down.

create table customer (
  customer_id   integer primary key,              -- twelve random digits
  phone         text    not null unique,          -- E.164, +91 and ten digits
  full_name     text    not null,
  email         text    not null,                 -- not unique and no identity: recovery goes by phone only
  birthdate     text    not null,                 -- YYYY-MM-DD
  gender        text    not null check (gender in ('male', 'female', 'other')),
  password_hash text    not null,                 -- PHC string, Argon2id
  image_key     text,                             -- object key of the avatar, null for none
  created_at    integer not null,
  updated_at    integer not null,
  last_login_at integer
) strict;

create table session (
  token_hash   blob    primary key,               -- SHA-256 of the token; the token itself is never kept
  customer_id  integer not null references customer (customer_id) on delete cascade,
  device_id    text    not null,                  -- an untrusted label the browser made up
  created_at   integer not null,
  last_seen_at integer not null,                  -- to the hour: a write per call would cost more than it tells
  expires_at   integer not null                   -- the earlier of idle and absolute limit
) strict, without rowid;
create index session_by_customer on session (customer_id);
create index session_by_expiry on session (expires_at);

-- The opaque `user` value of register, login (3), forgotpassword and otp (2): never an account id (docs/API-DESIGN.md).
-- INVARIANT: a code is tried at most five times, spent at most once, and a stage only moves forward
-- (suites `thirty_guesses_at_once`, `one_code_twice_at_once`, `two_resets_at_once`).
create table code_handle (
  handle_hash      blob    primary key,           -- SHA-256 of the handle
  purpose          text    not null check (purpose in ('register', 'verify', 'reset')),
  phone            text    not null,
  customer_id      integer references customer (customer_id) on delete cascade, -- null: a new player, or a decoy
  registration     text,                          -- JSON of the pending registration, password already hashed
  device_id        text    not null,              -- the label the session will carry, empty for none
  stage            text    not null check (stage in ('issued', 'verified', 'consumed')),
  code_hash        blob    not null,              -- HMAC-SHA-256 under a key outside the database; random for a decoy
  code_tries       integer not null,
  code_sends       integer not null,
  code_sent_at     integer not null,
  reset_token_hash blob,                          -- SHA-256 of the reset token, null until verified
  created_at       integer not null,
  expires_at       integer not null
) strict, without rowid;
create index code_handle_by_customer on code_handle (customer_id) where customer_id is not null;
create index code_handle_by_expiry on code_handle (expires_at);

-- Wrong passwords per phone number, known or not: they slow the next try down and never lock anybody out.
create table password_failure (
  phone        text    primary key,
  tries        integer not null,                  -- tries since the last right one, counted before they are checked
  last_try_at  integer not null,
  next_try_at  integer not null
) strict, without rowid;
create index password_failure_by_age on password_failure (last_try_at);

-- Token buckets as one number each (GCRA): the instant at which the bucket would be full again.
create table throttle (
  bucket       text    primary key,               -- `<limit>:<who>`
  full_at      integer not null
) strict, without rowid;
create index throttle_by_full_at on throttle (full_at);
