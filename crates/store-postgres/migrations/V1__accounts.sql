-- Who plays: customers, their sessions, one-time codes, and the buckets that slow attackers down.

create table customer (
  customer_id   bigint primary key,
  phone         text    not null unique,          -- E.164, +91 and ten digits
  full_name     text    not null,
  email         text    not null,                 -- not unique and no identity: recovery goes by phone only
  birthdate     text    not null,                 -- YYYY-MM-DD
  gender        text    not null check (gender in ('male', 'female', 'other')),
  password_hash text    not null,                 -- PHC string, Argon2id
  image_key     text,                             -- object key of the avatar, null for none
  created_at    bigint not null,
  updated_at    bigint not null
);

create table session (
  token_hash   bytea    primary key,               -- SHA-256 of the token; the token itself is never kept
  customer_id  bigint not null references customer (customer_id) on delete cascade,
  device_id    text    not null,                  -- an untrusted label the browser made up
  created_at   bigint not null,
  last_seen_at bigint not null,
  expires_at   bigint not null
);
create index session_by_customer on session (customer_id);
create index session_by_expiry on session (expires_at);

-- The opaque `user` value of register, login (3), forgotpassword and otp (2): never an account id (docs/API-DESIGN.md).
create table code_handle (
  handle_hash      bytea    primary key,           -- SHA-256 of the handle
  purpose          text    not null check (purpose in ('register', 'verify', 'reset')),
  phone            text    not null,
  customer_id      bigint references customer (customer_id) on delete cascade, -- null: no account behind it (a decoy or a new player)
  registration     text,                          -- JSON of the pending registration, password already hashed
  stage            text    not null check (stage in ('issued', 'verified', 'consumed')),
  code_hash        bytea,                          -- HMAC-SHA-256 under a key outside the database
  code_attempts    bigint not null,
  code_sends       bigint not null,
  code_sent_at     bigint not null,
  reset_token_hash bytea,
  created_at       bigint not null,
  expires_at       bigint not null
);
create index code_handle_by_expiry on code_handle (expires_at);

-- Token buckets as one number each (GCRA): the instant at which the bucket would be full again.
create table throttle (
  bucket       text    primary key,               -- `<limit>:<who>`
  full_at      bigint not null
);
create index throttle_by_full_at on throttle (full_at);
