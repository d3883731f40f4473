-- Devices of front desks, on which staff sign in by a PIN and which lock by themselves.

create table desk_device (
  device_id    bigint primary key,                  -- random digits
  venue_id     bigint not null references venue (venue_id),
  label        text   not null,
  token_hash   bytea not null unique,              -- SHA-256 of 256 random bits, which the device has in a cookie
  paired_by    bigint not null,
  paired_at    bigint not null,
  last_seen_at bigint not null,                     -- when somebody last signed in or looked who can
  -- Wrong PINs of everybody since their last right one. INVARIANT: the sum of the device's `staff_pin_failure` (suite `pins`).
  wrong_pins   bigint not null default 0 check (wrong_pins >= 0),
  unpaired_at  bigint,
  unpaired_by  bigint                               -- the staff member; null with `unpaired_at`: too many wrong PINs
);

create table staff_pin (
  staff_id bigint primary key references staff (staff_id),
  pin_hash text   not null,                      -- Argon2id of the PIN under a key outside of the database
  set_at   bigint not null
);

-- Wrong PINs in a row of one person on one device, and when the next one is looked at. Kept for any id, known or not.
create table staff_pin_failure (
  device_id   bigint not null references desk_device (device_id),
  staff_id    bigint not null,
  failures    bigint not null,
  next_try_at bigint not null,
  primary key (device_id, staff_id)
);

-- The paired device on which a session began: the session ends with it, and is locked after some minutes without a touch.
alter table staff_session add column device_id bigint references desk_device (device_id);
alter table staff_session add column touched_at bigint; -- when a person last touched the device; 0: locked
create index staff_session_by_device on staff_session (device_id) where device_id is not null;
