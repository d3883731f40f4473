-- The heart: who has which court when, and the orders behind it.

create table coupon (
  coupon_id          bigint primary key,
  code               text    not null unique,     -- upper case
  kind               text    not null check (kind in ('percent', 'flat')),
  value              bigint not null check (value > 0), -- hundredths of a percent, or paise
  max_discount_paise bigint ,
  min_amount_paise   bigint not null,
  starts_at          bigint ,
  ends_at            bigint ,
  venue_ids          text,                        -- JSON list, null for all venues
  total_limit        bigint ,
  per_customer_limit bigint ,
  used               bigint not null default 0,
  active             bigint not null check (active in (0, 1)),
  check (total_limit is null or used <= total_limit)
);

create table coupon_use (                          -- how often one customer has used one coupon
  coupon_id   bigint not null references coupon (coupon_id),
  customer_id bigint not null references customer (customer_id),
  used        bigint not null,
  primary key (coupon_id, customer_id)
);

create table orders (
  order_number          bigint primary key,      -- ten random digits, shown as #number
  customer_id           bigint not null references customer (customer_id),
  venue_id              bigint not null references venue (venue_id),
  court_id              bigint not null references court (court_id),
  starts_at             bigint not null,
  venue_day             text    not null,
  start_minute          bigint not null,         -- minute of the venue day
  play_minutes          bigint not null,
  status                text    not null check (status in ('held', 'confirmed', 'cancel_requested', 'cancelled',
                                                           'released', 'expired', 'no_show', 'completed')),
  price_paise           bigint not null check (price_paise >= 0),
  discount_paise        bigint not null check (discount_paise between 0 and price_paise),
  coupon_id             bigint references coupon (coupon_id),
  payment_method        text check (payment_method in ('court', 'online')),
  paid_paise            bigint not null check (paid_paise >= 0),
  cancel_cutoff_minutes bigint not null,         -- the policy as it was when the court was held
  bank_charge_paise     bigint not null,
  held_until            bigint ,                  -- null once confirmed
  created_at            bigint not null,
  confirmed_at          bigint ,
  cancelled_at          bigint ,
  cancel_reason         text
);
create index orders_by_customer on orders (customer_id, created_at);
-- INVARIANT: a customer has at most one live hold (suite `one_hold_per_customer`).
create unique index orders_one_hold on orders (customer_id) where status = 'held';

-- INVARIANT: one row per (court, start) holds every kind of claim: hold, booking, block. The primary key decides
-- who gets a court, nothing before it (suite `one_winner`). No foreign key on order_number: the claim is written
-- before the order so that the loser of a race pays for one statement only.
create table slot_claim (
  court_id     bigint not null references court (court_id),
  starts_at    bigint not null,
  order_number bigint ,                           -- null for a block
  block_id     bigint ,
  held_until   bigint ,                           -- null: firm; else free for the taking from this instant on
  primary key (court_id, starts_at),
  check ((order_number is null) <> (block_id is null))
);
create index slot_claim_by_hold on slot_claim (held_until) where held_until is not null;

create table court_block (
  block_id   bigint primary key,
  venue_id   bigint not null references venue (venue_id),
  reason     text    not null,
  created_at bigint not null
);
