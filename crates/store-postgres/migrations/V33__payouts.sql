-- Payouts of the payment provider, line by line, and how each line compares with the payments and refunds that we hold.

-- Programs from before cannot read the ledger's entries of payouts.
insert into required_version (version) values (33);

create table payout (
  payout_id    text    not null primary key,        -- the provider's id of the settlement
  utr          text,                                -- the bank's reference; null: not reported yet
  settled_at   bigint not null,                    -- when the provider paid it out
  lines        bigint not null default 0,          -- the sums of its lines
  credit_paise bigint not null default 0,
  debit_paise  bigint not null default 0,
  fee_paise    bigint not null default 0,          -- tax included
  tax_paise    bigint not null default 0
);
create index payout_by_time on payout (settled_at, payout_id);

-- INVARIANT: what a line is about counts once, whoever reports it and how often (suite `payout_races`).
create table payout_line (
  entity_id      text    not null primary key,      -- the provider's id of the payment, refund or correction
  payout_id      text    references payout (payout_id), -- null: a payment or refund of ours that no payout has named in time
  kind           text    not null,                  -- payment, refund, adjustment, other
  state          text    not null check (state in ('matched', 'different', 'unknown', 'missing')),
  amount_paise   bigint not null,
  fee_paise      bigint not null,                  -- tax included
  tax_paise      bigint not null,
  credit_paise   bigint not null,
  debit_paise    bigint not null,
  expected_paise bigint,                           -- what it should change in the bank account; null: it is none of ours
  bill_id        bigint,                      -- of the payment or refund, as the ledger has it; null: unknown when it was added
  order_number   bigint references orders (order_number), -- its first booking
  added_at       bigint not null,
  explanation    text,                              -- how staff explained it, and who
  explained_by   bigint,
  explained_at   bigint,
  check ((payout_id is null) = (state = 'missing')),
  check ((explanation is null) = (explained_at is null))
);
create index payout_line_by_payout on payout_line (payout_id, entity_id) where payout_id is not null;
create index payout_line_open on payout_line (added_at, entity_id) where state <> 'matched' and explained_at is null;

-- The days of the provider that were read.
create table payout_day (
  day        text    not null primary key,          -- YYYY-MM-DD in India
  starts_at  bigint not null,
  read_at    bigint not null,                      -- the last time
  unreadable bigint not null                       -- lines that could not be read then
);

-- What no payout has named is found by the time at which it was captured or sent; refunds of which staff learned late by their id.
create index payment_by_settling on payment (settled_at) where settled_at is not null;
create index refund_by_issuing on refund (issued_at) where issued_at is not null;
create index refund_by_late_id on refund (sent_after_all) where sent_after_all is not null;
