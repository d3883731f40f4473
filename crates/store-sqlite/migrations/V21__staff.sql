-- Staff: who works at the desk, how they sign in, what they did. Customers have tables of their own; nothing is shared.

create table staff (
  staff_id   integer primary key,                 -- random digits
  full_name  text    not null,
  phone      text    not null unique,             -- E.164
  role       text    not null check (role = 'owner' or role = 'manager' or role = 'desk'),
  denied     text    not null,                    -- permissions taken away from the role, with spaces; '' for none
  active     integer not null check (active in (0, 1)),
  language   text    not null,
  created_at integer not null,
  created_by integer,                             -- the staff member; null: the command line
  version    integer not null                     -- rises with every change
) strict;

create table staff_venue (                        -- where managers and clerks work; owners work everywhere
  staff_id integer not null references staff (staff_id),
  venue_id integer not null references venue (venue_id),
  primary key (staff_id, venue_id)
) strict, without rowid;

-- A one-time link to sign in. Used once, by a conditional update.
create table staff_link (
  token_hash blob    not null primary key,        -- SHA-256 of 256 random bits
  staff_id   integer not null references staff (staff_id),
  made_by    integer,                             -- the staff member; null: the command line
  created_at integer not null,
  expires_at integer not null,
  used_at    integer
) strict, without rowid;
create index staff_link_by_staff on staff_link (staff_id);
create index staff_link_to_remove on staff_link (expires_at);

-- A secret that an authenticator app shares. The codes of one time step are accepted once.
create table staff_totp (
  staff_id     integer primary key references staff (staff_id),
  secret       blob    not null,                  -- sealed under a key outside of the database
  last_step    integer not null,                  -- the newest time step whose code was used
  created_at   integer not null,
  confirmed_at integer                            -- null: not yet proven by a code
) strict;

create table staff_passkey (
  credential_id blob    not null primary key,
  staff_id      integer not null references staff (staff_id),
  label         text    not null,
  credential    text    not null,                 -- the public key and its state, JSON
  created_at    integer not null,
  last_used_at  integer
) strict, without rowid;
create index staff_passkey_by_staff on staff_passkey (staff_id);

-- A passkey ceremony that has begun. Ended by `delete … returning`, so its answer counts once.
create table passkey_ceremony (
  token_hash blob    not null primary key,
  kind       text    not null check (kind in ('register', 'sign_in')),
  staff_id   integer references staff (staff_id), -- who registers; null: nobody is known yet
  state      text    not null,                    -- what the answer is compared with, JSON
  expires_at integer not null
) strict, without rowid;
create index passkey_ceremony_to_remove on passkey_ceremony (expires_at);

-- Wrong answers in a row, and when the next one is looked at.
create table staff_failure (
  subject     text    not null primary key,       -- `totp:<phone>`
  failures    integer not null,
  failed_at   integer not null,
  next_try_at integer not null
) strict, without rowid;
create index staff_failure_to_remove on staff_failure (failed_at);

create table staff_session (
  token_hash   blob    not null primary key,      -- SHA-256 of 256 random bits
  session_id   integer not null unique,           -- for lists; gives no access
  staff_id     integer not null references staff (staff_id),
  strength     text    not null check (strength = 'link' or strength = 'pin' or strength = 'totp' or strength = 'passkey'),
  proven_at    integer not null,                  -- when it was last proven with that strength
  device       text    not null,                  -- "Chrome on Android"; the browser says so, so it proves nothing
  created_at   integer not null,
  last_seen_at integer not null,                  -- to the minute
  expires_at   integer not null
) strict, without rowid;
create index staff_session_by_staff on staff_session (staff_id);
create index staff_session_to_remove on staff_session (expires_at);

-- Answers of writing calls by their idempotency key, so that a repeated call changes nothing and answers the same.
create table desk_request (
  request_key text    not null primary key,       -- a UUID that the client drew
  staff_id    integer not null,
  fingerprint blob    not null,                   -- SHA-256 of operation and input
  answer      text    not null,                   -- JSON
  created_at  integer not null
) strict, without rowid;
create index desk_request_to_remove on desk_request (created_at);

-- What staff did and which private data they looked at. Only added to.
create table audit_entry (
  audit_id     integer primary key autoincrement, -- a number is never given twice
  at           integer not null,
  day          text    not null,                  -- the UTC day of `at`, over which a digest is made
  staff_id     integer,                           -- null: the command line
  approver_id  integer,
  session_id   integer,
  venue_id     integer,
  verb         text    not null,                  -- `staff.added`: stable
  subject_kind text    not null,
  subject_id   text    not null,
  before       text,                              -- changed fields, JSON; null: was not there
  after        text,                              -- changed fields, JSON; null: is gone, or was only looked at
  reason       text,
  request_key  text                               -- the idempotency key of the call
) strict;
create index audit_entry_by_day on audit_entry (day, audit_id);
create index audit_entry_by_staff on audit_entry (staff_id, audit_id);
create index audit_entry_by_venue on audit_entry (venue_id, audit_id);
create index audit_entry_by_subject on audit_entry (subject_kind, subject_id, audit_id);
create trigger audit_entry_stays before update on audit_entry
begin select raise(abort, 'the audit is only added to'); end;
create trigger audit_entry_is_kept before delete on audit_entry
begin select raise(abort, 'the audit is only added to'); end;

-- A digest of each past day's entries, which includes the digest before it, so that a changed, removed or inserted entry is noticed.
create table audit_digest (
  day     text    not null primary key,           -- UTC
  entries integer not null,
  digest  blob    not null
) strict, without rowid;
create trigger audit_digest_stays before update on audit_digest
begin select raise(abort, 'the audit is only added to'); end;
create trigger audit_digest_is_kept before delete on audit_digest
begin select raise(abort, 'the audit is only added to'); end;
