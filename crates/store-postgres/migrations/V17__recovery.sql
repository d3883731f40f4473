-- What `sideout recover` found at the payment provider after a restore, and did about it; and the numbers of receipts that are
-- left out because documents that were lost may bear them.

create table recovery (                           -- for which backups the numbers of credit notes were moved on
  since    bigint  primary key,                   -- the time of the backup, as the operator gave it
  begun_at bigint  not null
);

create table recovered_order (                    -- orders at the provider that this database does not know
  provider_order_id text    primary key,
  order_number      bigint  not null,             -- no key of orders: the row is what was lost
  amount_paise      bigint  not null,
  is_paid           bigint  not null check (is_paid in (0, 1)),
  opened_at         bigint,                       -- by the provider's clock
  found_at          bigint  not null
);

-- INVARIANT: each captured payment is counted once among the receipts that may be lost, and goes back at most once (suite
-- `recovery`).
create table recovered_payment (
  payment_id         text    primary key,
  provider_order_id  text    not null,
  order_number       bigint  not null,
  amount_paise       bigint  not null,
  status             text    not null check (status in ('found', 'settled', 'returned', 'refunded')),
  returned_paise     bigint  not null,            -- had gone back when it was found
  refunded_paise     bigint  not null,            -- was sent back by us
  provider_refund_id text,
  attempt            bigint  not null,            -- part of the key that makes asking twice harmless
  found_at           bigint  not null,
  ended_at           bigint                       -- null: still to be done
);

create table receipt_gap (                        -- numbers that no document of this database bears
  series       text    not null,
  year         bigint  not null,
  first_serial bigint  not null,
  last_serial  bigint  not null check (last_serial >= first_serial),
  since        bigint  not null,                  -- lost since then
  recorded_at  bigint  not null,
  primary key (series, year, first_serial)
);
