-- What became of each payment that a desk wrote down without a network: recorded, or what a clerk decided after it was refused. Cash that was
-- in a drawer when it was counted belongs to the difference of that count. Only adds; the program before writes no rows.

create table offline_payment (
  offline_payment_id integer primary key,
  staff_id      integer not null,                -- who wrote it down: a device sends it in this name only
  fact_id       text   not null,                -- the UUID that the device drew for it
  venue_id      integer not null references venue (venue_id),
  order_number  integer not null references orders (order_number),
  tender        text   not null,
  outcome       text   not null check (outcome = 'recorded' or outcome = 'given_back' or outcome = 'kept' or outcome = 'in_count'
                                       or outcome = 'not_taken'),
  amount_paise  integer not null check (amount_paise >= 0), -- of cash the whole rupees
  taken_at      integer,                         -- null: the clock of the device was wrong, and no count depends on it
  decided_at    integer not null,
  counted_shift integer references desk_shift (shift_id), -- the shift whose count had the cash
  reviewed_at   integer,                         -- a manager has seen that the count had it
  reviewed_by   integer,
  check (counted_shift is null or (tender = 'cash' and taken_at is not null and (outcome = 'recorded' or outcome = 'in_count'))),
  check ((reviewed_at is null) = (reviewed_by is null)),
  check (reviewed_at is null or counted_shift is not null)
) strict;
-- INVARIANT: a payment that was written down is recorded or decided, once (suite `offline_decisions`).
create unique index offline_payment_once on offline_payment (staff_id, fact_id);
create index offline_payment_by_count on offline_payment (counted_shift) where counted_shift is not null;
create trigger offline_payment_stays before update of staff_id, fact_id, venue_id, order_number, tender, outcome, amount_paise, taken_at, decided_at, counted_shift on offline_payment
begin select raise(abort, 'what became of a payment is only added to'); end;
create trigger offline_payment_is_kept before delete on offline_payment
begin select raise(abort, 'what became of a payment is only added to'); end;
