-- Money at the counter: shifts of the drawers and documents of the desks. Moves that players are told of, and who cancelled.

-- Programs from before cannot read the notice of a move.
insert into required_version (version) values (24);

alter table orders add column cancelled_by integer; -- the member of staff; null: the player, or the venue by closing the court

-- Where the clerks of a venue let players pay by UPI, such as `oldmill@okbank`; null: not by the venue's own account.
alter table venue add column upi_address text;

-- From opening the drawer to counting it. Counting opens the next shift at the same instant, so that no payment falls between.
-- INVARIANT: opening + in - out = expected, and the next shift opens with what was counted (suite `shifts`).
create table desk_shift (
  shift_id          integer primary key autoincrement, -- a number is never given twice
  venue_id          integer not null references venue (venue_id),
  kept_by           integer,                      -- who answers for the drawer; null: nobody has used it yet
  opened_at         integer not null,
  opening_paise     integer not null check (opening_paise >= 0),
  after_shift       integer unique references desk_shift (shift_id), -- the shift whose count opened it; null: its drawer was counted anew
  counted_at        integer,                      -- null: it is open
  counted_by        integer,
  counted           text,                         -- how many of each note, JSON, by its value in rupees
  counted_paise     integer check (counted_paise >= 0),
  expected_paise    integer,
  difference_reason text,
  reviewed_at       integer,                      -- a manager has seen the difference
  reviewed_by       integer,
  check ((counted_at is null) = (counted_by is null)),
  check ((counted_at is null) = (counted is null)),
  check ((counted_at is null) = (counted_paise is null)),
  check ((counted_at is null) = (expected_paise is null)),
  check (difference_reason is null or counted_at is not null),
  check ((reviewed_at is null) = (reviewed_by is null)),
  check (reviewed_at is null or counted_at is not null)
) strict;
-- INVARIANT: a venue has one open shift at most (suite `shifts`).
create unique index desk_shift_open on desk_shift (venue_id) where counted_at is null;
create index desk_shift_by_venue on desk_shift (venue_id, opened_at);

-- Cash that enters or leaves a drawer without a booking. Only added to.
create table cash_movement (
  movement_id  integer primary key autoincrement,
  shift_id     integer not null references desk_shift (shift_id),
  kind         text    not null check (kind = 'change' or kind = 'safe' or kind = 'expense' or kind = 'correction'),
  amount_paise integer not null check (amount_paise <> 0), -- into the drawer above nothing, out of it below
  note         text    not null,                  -- '' for none
  staff_id     integer not null,
  at           integer not null
) strict;
create index cash_movement_by_shift on cash_movement (shift_id);
create trigger cash_movement_stays before update on cash_movement
begin select raise(abort, 'movements of cash are only added to'); end;
create trigger cash_movement_is_kept before delete on cash_movement
begin select raise(abort, 'movements of cash are only added to'); end;

-- What a payment in cash leaves out to come to whole rupees.
alter table desk_payment add column round_off_paise integer not null default 0 check (round_off_paise >= 0 and round_off_paise < 100);
-- The open shift in which it was voided: what was cash goes out of that drawer.
alter table desk_payment add column void_shift_id integer;
create index desk_payment_by_shift on desk_payment (shift_id) where shift_id is not null;
create index desk_payment_by_void_shift on desk_payment (void_shift_id) where void_shift_id is not null;
create index refund_by_shift on refund (shift_id) where shift_id is not null;
alter table refund add column paid_out_by integer; -- the member of staff who gave the money back at a desk
-- What a desk still has to pay out.
create index refund_to_pay_out on refund (order_number) where method <> 'provider' and status = 'approved';

-- The series of a venue's documents, given at its first payment.
create table desk_series (
  venue_id      integer primary key references venue (venue_id),
  series        text    not null unique,          -- of receipts
  credit_series text    not null unique           -- of credit notes
) strict;

-- A credit note is for a refund, or for a desk payment that was voided.
alter table receipt add column voided_payment integer references desk_payment (desk_payment_id);
create unique index receipt_of_voided_payment on receipt (voided_payment) where voided_payment is not null;
pragma writable_schema = on;
update sqlite_schema
   set sql = replace(sql, 'check ((refund_id is null) = (kind = ''receipt''))',
         'check ((refund_id is null and voided_payment is null) = (kind = ''receipt''))')
 where type = 'table' and name = 'receipt';
update sqlite_schema
   set sql = replace(sql, 'notice = ''confirmed'' or', 'notice = ''confirmed'' or notice = ''moved'' or')
 where type = 'table' and name = 'outbox';
pragma writable_schema = reset;

-- Other connections read the schema again when its number changes, as every new table does.
create table schema_has_changed (changed integer) strict;
drop table schema_has_changed;
