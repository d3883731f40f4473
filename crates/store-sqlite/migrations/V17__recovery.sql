-- What `sideout recover` found at the payment provider after a restore, and did about it; and the numbers of receipts that are
-- left out because documents that were lost may bear them.

create table recovery (                           -- for which backups the numbers of credit notes were moved on
  since    integer primary key,                   -- the time of the backup, as the operator gave it
  begun_at integer not null
) strict;

create table recovered_order (                    -- orders at the provider that this database does not know
  provider_order_id text    primary key,
  order_number      integer not null,             -- no key of orders: the row is what was lost
  amount_paise      integer not null,
  is_paid           integer not null check (is_paid in (0, 1)),
  opened_at         integer,                      -- by the provider's clock
  found_at          integer not null
) strict, without rowid;

-- INVARIANT: each captured payment is counted once among the receipts that may be lost, and goes back at most once (suite
-- `recovery`).
create table recovered_payment (
  payment_id         text    primary key,
  provider_order_id  text    not null,
  order_number       integer not null,
  amount_paise       integer not null,
  status             text    not null check (status in ('found', 'settled', 'returned', 'refunded')),
  returned_paise     integer not null,            -- had gone back when it was found
  refunded_paise     integer not null,            -- was sent back by us
  provider_refund_id text,
  attempt            integer not null,            -- part of the key that makes asking twice harmless
  found_at           integer not null,
  ended_at           integer                      -- null: still to be done
) strict, without rowid;

create table receipt_gap (                        -- numbers that no document of this database bears
  series       text    not null,
  year         integer not null,
  first_serial integer not null,
  last_serial  integer not null check (last_serial >= first_serial),
  since        integer not null,                  -- lost since then
  recorded_at  integer not null,
  primary key (series, year, first_serial)
) strict, without rowid;
