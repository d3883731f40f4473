-- The heart: who has which court when, and the orders behind it.

create table coupon (
  coupon_id          integer primary key,
  code               text    not null unique,     -- upper case
  kind               text    not null check (kind in ('percent', 'flat')),
  value              integer not null check (value > 0), -- hundredths of a percent, or paise
  max_discount_paise integer,
  min_amount_paise   integer not null,
  starts_at          integer,
  ends_at            integer,
  venue_ids          text,                        -- JSON list, null for all venues
  total_limit        integer,
  per_customer_limit integer,
  used               integer not null default 0,
  active             integer not null check (active in (0, 1)),
  check (total_limit is null or used <= total_limit)
) strict;

create table coupon_use (                          -- how often one customer has used one coupon
  coupon_id   integer not null references coupon (coupon_id),
  customer_id integer not null references customer (customer_id),
  used        integer not null,
  primary key (coupon_id, customer_id)
) strict, without rowid;

create table orders (
  order_number          integer primary key,      -- ten random digits, shown as #number
  customer_id           integer not null references customer (customer_id),
  venue_id              integer not null references venue (venue_id),
  court_id              integer not null references court (court_id),
  starts_at             integer not null,
  venue_day             text    not null,
  start_minute          integer not null,         -- minute of the venue day
  play_minutes          integer not null,
  status                text    not null check (status in ('held', 'confirmed', 'cancel_requested', 'cancelled',
                                                           'released', 'expired', 'no_show', 'completed')),
  price_paise           integer not null check (price_paise >= 0),
  discount_paise        integer not null check (discount_paise between 0 and price_paise),
  coupon_id             integer references coupon (coupon_id),
  payment_method        text check (payment_method in ('court', 'online')),
  paid_paise            integer not null check (paid_paise >= 0),
  cancel_cutoff_minutes integer not null,         -- the policy as it was when the court was held
  bank_charge_paise     integer not null,
  held_until            integer,                  -- null once confirmed
  created_at            integer not null,
  confirmed_at          integer,
  cancelled_at          integer,
  cancel_reason         text
) strict;
create index orders_by_customer on orders (customer_id, created_at);
-- INVARIANT: a customer has at most one live hold (suite `one_hold_per_customer`).
create unique index orders_one_hold on orders (customer_id) where status = 'held';

-- INVARIANT: one row per (court, start) holds every kind of claim: hold, booking, block. The primary key decides
-- who gets a court, nothing before it (suite `one_winner`). No foreign key on order_number: the claim is written
-- before the order so that the loser of a race pays for one statement only.
create table slot_claim (
  court_id     integer not null references court (court_id),
  starts_at    integer not null,
  order_number integer,                           -- null for a block
  block_id     integer,
  held_until   integer,                           -- null: firm; else free for the taking from this instant on
  primary key (court_id, starts_at),
  check ((order_number is null) <> (block_id is null))
) strict, without rowid;
create index slot_claim_by_hold on slot_claim (held_until) where held_until is not null;

create table court_block (
  block_id   integer primary key,
  venue_id   integer not null references venue (venue_id),
  reason     text    not null,
  created_at integer not null
) strict;
