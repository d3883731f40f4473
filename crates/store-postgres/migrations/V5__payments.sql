-- Money through the payment provider: what was asked for, what came, what goes back, and what the provider told us.

-- What a checkout is opened for. Reserved before the provider is asked, so that taps on two nodes ask once.
-- INVARIANT: one row, and so one order at the provider, per order and amount (suite `one_provider_order`).
create table provider_order (
  order_number      bigint not null references orders (order_number),
  amount_paise      bigint not null check (amount_paise >= 100),
  discount_paise    bigint not null check (discount_paise >= 0),
  coupon_id         bigint references coupon (coupon_id), -- redeemed when the money is there
  any_court         bigint not null check (any_court in (0, 1)), -- another court of the kind will do if this is gone
  provider_order_id text    unique,               -- null until the provider has answered
  asked             bigint not null,             -- how often it was asked; after the first time it is searched first
  asking_until      bigint,                      -- somebody is asking it, until then at most
  opened_at         bigint not null,
  next_look_at      bigint,                      -- null: paid, or watched for long enough
  primary key (order_number, amount_paise)
);
create index provider_order_to_look_at on provider_order (next_look_at) where next_look_at is not null;

-- Each try to pay, as the provider last told it; the status only moves forward.
-- INVARIANT: a captured payment is settled once, as one booking or one refund (suite `one_outcome`).
create table payment (
  payment_id        text    primary key,          -- the provider's
  provider_order_id text    not null,
  order_number      bigint not null references orders (order_number),
  amount_paise      bigint not null,
  currency          text    not null,
  status            text    not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  method            text,                         -- upi, card, netbanking …
  fee_paise         bigint not null,             -- what the provider keeps of it
  failure           text,                         -- the provider's words
  seen_at           bigint not null,
  settled_at        bigint,
  outcome           text check (outcome in ('confirmed', 'refund', 'returned')),
  check ((settled_at is null) = (outcome is null))
);
create index payment_by_order on payment (order_number);

-- INVARIANT: a payment goes back at most once (suite `one_refund`).
create table refund (
  payment_id         text    primary key references payment (payment_id),
  order_number       bigint not null references orders (order_number),
  amount_paise       bigint not null check (amount_paise > 0),
  reason             text    not null check (reason in ('cancelled', 'venue_closed', 'paid_late', 'paid_twice',
                                                        'order_closed', 'wrong_amount', 'coupon_gone')),
  status             text    not null check (status in ('approved', 'issued', 'processed', 'failed')),
  attempt            bigint not null,            -- part of the key that makes asking twice harmless
  tries              bigint not null,            -- steps in a row that came to nothing
  provider_refund_id text    unique,
  next_step_at       bigint,                     -- null: final, or staff has to look
  approved_at        bigint not null,
  issued_at          bigint,
  ended_at           bigint
);
create index refund_by_order on refund (order_number);
create index refund_to_do on refund (next_step_at) where next_step_at is not null;

-- What the provider called us for, kept before it is acknowledged and worked on after.
create table webhook_event (
  event_id    text    primary key,                -- the provider's; the same when it is sent again
  body        bytea    not null,                   -- the bytes that were signed
  tries       bigint not null,
  next_try_at bigint,                            -- null: done
  received_at bigint not null
);
create index webhook_event_to_do on webhook_event (next_try_at) where next_try_at is not null;
create index webhook_event_by_age on webhook_event (received_at);
