-- Receipts and credit notes: numbers without gaps, and the facts as they were when each was issued. Neither changes any more.

create table receipt_series (                     -- the last number taken of each series and year
  series text    not null,
  year   integer not null,                        -- the financial year, by the calendar year in which it begins
  last   integer not null,
  primary key (series, year)
) strict, without rowid;

-- INVARIANT: the numbers of a series and year are 1, 2, 3 … without gap or repetition (suite `receipts`).
create table receipt (
  series        text    not null,
  year          integer not null,
  serial        integer not null check (serial > 0),
  kind          text    not null check (kind in ('receipt', 'credit_note')),
  order_number  integer not null references orders (order_number),
  payment_id    text    not null references payment (payment_id),
  issued_at     integer not null,
  issued_on     text    not null,                 -- the day in the operator's city, which the year goes by
  total_paise   integer not null check (total_paise > 0),
  tax_rate      integer,                          -- hundredths of a percent; null: the operator has no tax number
  taxable_paise integer,
  central_paise integer,
  state_paise   integer,
  reason        text,                             -- of a credit note: why the money goes back
  facts         text    not null,                 -- JSON: names, addresses, codes, as printed
  primary key (series, year, serial),
  unique (order_number, kind),
  check ((reason is null) = (kind = 'receipt'))
) strict, without rowid;

create trigger receipt_stays before update on receipt
begin select raise(abort, 'receipts are only added to'); end;
create trigger receipt_is_kept before delete on receipt
begin select raise(abort, 'receipts are only added to'); end;
