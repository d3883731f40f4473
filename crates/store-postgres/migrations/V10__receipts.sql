-- Receipts and credit notes: numbers without gaps, and the facts as they were when each was issued. Neither changes any more.

create table receipt_series (                     -- the last number taken of each series and year
  series text    not null,
  year   bigint  not null,                        -- the financial year, by the calendar year in which it begins
  last   bigint  not null,
  primary key (series, year)
);

-- INVARIANT: the numbers of a series and year are 1, 2, 3 … without gap or repetition (suite `receipts`).
create table receipt (
  series        text    not null,
  year          bigint  not null,
  serial        bigint  not null check (serial > 0),
  kind          text    not null check (kind in ('receipt', 'credit_note')),
  order_number  bigint  not null references orders (order_number),
  payment_id    text    not null references payment (payment_id),
  issued_at     bigint  not null,
  issued_on     text    not null,                 -- the day in the operator's city, which the year goes by
  total_paise   bigint  not null check (total_paise > 0),
  tax_rate      bigint,                          -- hundredths of a percent; null: the operator has no tax number
  taxable_paise bigint,
  central_paise bigint,
  state_paise   bigint,
  reason        text,                             -- of a credit note: why the money goes back
  facts         text    not null,                 -- JSON: names, addresses, codes, as printed
  primary key (series, year, serial),
  unique (order_number, kind),
  check ((reason is null) = (kind = 'receipt'))
);

create trigger receipt_stays before update or delete on receipt
  for each row execute function refuse_change();
create trigger receipt_is_kept before truncate on receipt
  for each statement execute function refuse_change();
