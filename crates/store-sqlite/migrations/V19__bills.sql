-- Bills: what one payer is asked for in one go. An order may be paid in parts, one payment may pay for several orders, and a
-- payment may be refunded in parts. Programs from before this migration cannot use its tables (required_version).

create table required_version (                   -- programs that know only older migrations refuse to start
  version integer primary key
) strict;
insert into required_version (version) values (19);

-- Rises with every unit of work that counts something of this customer, so that such units run one after another.
alter table customer add column turn integer not null default 0;

-- A desk hold keeps a court for a clerk for some minutes; its claim has `held_until`.
alter table court_block add column kind text not null default 'closure' check (kind in ('closure', 'desk_hold'));
alter table court_block add column staff_id integer;

create table booking_group (                      -- orders made together: a player's basket, a group at the desk, a weekly series
  group_id    integer primary key,
  kind        text    not null check (kind in ('basket', 'group', 'series')),
  venue_id    integer not null references venue (venue_id),
  customer_id integer not null references customer (customer_id),
  label       text    not null,
  created_by  integer,                            -- the staff member; null: the player
  created_at  integer not null
) strict;
create index booking_group_by_customer on booking_group (customer_id);

alter table orders add column group_id integer references booking_group (group_id);
alter table orders add column hold_place integer not null default 0;   -- which of a customer's simultaneous holds
alter table orders add column for_order integer references orders (order_number); -- held to move this order to
alter table orders add column moves integer not null default 0;        -- how often it was moved to another court or time
alter table orders add column version integer not null default 0;      -- rises with every change
alter table orders add column booked_by integer;                       -- the staff member; null: the player
alter table orders add column returned_paise integer not null default 0 check (returned_paise >= 0); -- of what was paid
alter table orders add column contact_name text;                       -- who comes, where that is not the customer
-- INVARIANT: a customer has one hold at most in each place (suite `one_hold_per_customer`).
create unique index orders_hold_place on orders (customer_id, hold_place) where status = 'held';
drop index orders_one_hold;
create index orders_by_group on orders (group_id) where group_id is not null;

-- INVARIANT: settled once, whole, by one method (suite `bills`); its lines sum to its amount (suite `invariants`).
create table bill (
  bill_id        integer primary key,
  kind           text    not null check (kind in ('booking', 'cart', 'difference', 'share', 'seat', 'plan', 'debt')),
  customer_id    integer references customer (customer_id), -- null: a guest
  payer_name     text,
  amount_paise   integer not null check (amount_paise >= 0),
  discount_paise integer not null check (discount_paise >= 0),
  coupon_id      integer references coupon (coupon_id), -- redeemed when the bill is settled
  state          text    not null check (state in ('open', 'settled', 'void')),
  method         text    check (method in ('provider', 'desk', 'hours', 'credit', 'none')),
  open_until     integer,                         -- the payer is asked until then; money that comes later is still looked at
  created_at     integer not null,
  settled_at     integer,
  check ((state = 'settled') = (settled_at is not null))
) strict;
create index bill_by_customer on bill (customer_id) where customer_id is not null;

create table bill_line (
  bill_id      integer not null references bill (bill_id),
  line_no      integer not null,                  -- from 1
  order_number integer references orders (order_number), -- null: not for an order
  amount_paise integer not null check (amount_paise >= 0),
  primary key (bill_id, line_no)
) strict, without rowid;
create index bill_line_by_order on bill_line (order_number) where order_number is not null;

-- A bill for each order at the provider, and for each order paid at the desk, numbered in the order of time.
create table bill_made as
select source, order_number, amount_paise, row_number() over (order by at, order_number, amount_paise) as bill_id
  from (select 'provider' as source, order_number, amount_paise, opened_at as at from provider_order
        union all
        select 'desk', order_number, paid_paise, coalesce(confirmed_at, created_at)
          from orders where payment_method = 'court' and paid_paise > 0) asked;
create unique index bill_made_by_order on bill_made (order_number, amount_paise, source);

insert into bill (bill_id, kind, customer_id, amount_paise, discount_paise, coupon_id, state, method, open_until, created_at,
                  settled_at)
select m.bill_id, 'booking', o.customer_id, m.amount_paise, p.discount_paise, p.coupon_id,
       case when paying.settled_at is not null then 'settled' when p.next_look_at is not null then 'open' else 'void' end,
       'provider', p.opened_at, p.opened_at, paying.settled_at
  from bill_made m
  join provider_order p on p.order_number = m.order_number and p.amount_paise = m.amount_paise
  join orders o on o.order_number = m.order_number
  left join (select provider_order_id, min(settled_at) as settled_at
               from payment where outcome = 'confirmed' group by provider_order_id) paying
    on paying.provider_order_id = p.provider_order_id
 where m.source = 'provider';
insert into bill (bill_id, kind, customer_id, amount_paise, discount_paise, coupon_id, state, method, open_until, created_at,
                  settled_at)
select m.bill_id, 'booking', o.customer_id, m.amount_paise, o.discount_paise, o.coupon_id, 'settled', 'desk', null,
       coalesce(o.confirmed_at, o.created_at), coalesce(o.confirmed_at, o.created_at)
  from bill_made m
  join orders o on o.order_number = m.order_number
 where m.source = 'desk';
insert into bill_line (bill_id, line_no, order_number, amount_paise)
select bill_id, 1, order_number, amount_paise from bill_made order by bill_id;

-- INVARIANT: one order at the provider for each bill, and one bill for what is asked for the same reason (suite `one_provider_order`).
create table provider_order_new (
  any_court         integer not null check (any_court in (0, 1)), -- another court of the kind will do if this is gone
  provider_order_id text    unique,               -- null until the provider has replied
  requests          integer not null,             -- requests sent; from the second on it is searched first
  requesting_until  integer,                      -- a request is being sent, until then at most
  opened_at         integer not null,
  next_poll_at      integer,                      -- null: paid, or polled for long enough
  failed_polls      integer not null default 0,   -- in a row
  poll_failure      text,                         -- why the last of them failed
  list_from         integer not null default 0,   -- the list of payments is read on from here
  bill_id           integer primary key references bill (bill_id),
  reference         text    not null unique       -- what the provider knows it by: `<order>-<paise>`
) strict;
insert into provider_order_new
select p.any_court, p.provider_order_id, p.asked, p.asking_until, p.opened_at, p.next_look_at, p.looks_failed, p.look_failure,
       p.list_from, m.bill_id, p.order_number || '-' || p.amount_paise
  from bill_made m
  join provider_order p on p.order_number = m.order_number and p.amount_paise = m.amount_paise
 where m.source = 'provider'
 order by m.bill_id;
-- No payment may be lost: each belongs to an order at the provider.
create table payment_without_provider_order (payments integer not null check (payments = 0)) strict;
insert into payment_without_provider_order
select count(*)
  from payment p
 where not exists (select 1 from provider_order_new o where o.provider_order_id = p.provider_order_id);
drop table payment_without_provider_order;
drop table provider_order;
alter table provider_order_new rename to provider_order;
create index provider_order_to_poll on provider_order (next_poll_at) where next_poll_at is not null;

-- Each attempt to pay, as the provider last reported it; the status only moves forward.
-- INVARIANT: a captured payment is settled once, as one bill or one refund (suite `one_outcome`); no more goes back than came
-- (suite `refunds_in_parts`).
create table payment_new (
  payment_id        text    primary key,          -- the provider's
  provider_order_id text    not null,
  amount_paise      integer not null,
  currency          text    not null,
  status            text    not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  method            text,                         -- upi, card, netbanking …
  fee_paise         integer not null,             -- what the provider keeps of it
  failure           text,                         -- the provider's words
  seen_at           integer not null,
  settled_at        integer,
  outcome           text check (outcome in ('confirmed', 'refund', 'returned')),
  bill_id           integer not null references bill (bill_id),
  refunded_paise    integer not null default 0 check (refunded_paise between 0 and amount_paise), -- approved refunds
  check ((settled_at is null) = (outcome is null))
) strict, without rowid;
insert into payment_new
select p.payment_id, p.provider_order_id, p.amount_paise, p.currency, p.status, p.method, p.fee_paise, p.failure, p.seen_at,
       p.settled_at, p.outcome, o.bill_id,
       min(p.amount_paise, coalesce((select r.amount_paise from refund r where r.payment_id = p.payment_id), 0))
  from payment p
  join provider_order o on o.provider_order_id = p.provider_order_id
 order by p.payment_id;
drop table payment;
alter table payment_new rename to payment;
create index payment_by_bill on payment (bill_id);
create index payment_unsettled on payment (provider_order_id)
 where settled_at is null and status in ('authorized', 'captured');

-- Money taken at a desk. A mistake is voided and stays.
create table desk_payment (
  desk_payment_id integer primary key,
  bill_id         integer not null unique references bill (bill_id),
  venue_id        integer not null references venue (venue_id),
  shift_id        integer,                        -- the drawer's shift; null: not counted
  tender          text    not null check (tender in ('cash', 'upi_own', 'upi_qr', 'card', 'bank')),
  amount_paise    integer not null check (amount_paise > 0),
  refunded_paise  integer not null default 0 check (refunded_paise between 0 and amount_paise), -- approved refunds
  payer           text,
  reference       text,                           -- the UPI or card machine's
  matched_at      integer,                        -- found in the bank's list
  matched_by      integer,
  staff_id        integer,
  taken_at        integer not null,
  voided_at       integer,
  voided_by       integer,
  void_reason     text,
  check ((voided_at is null) = (void_reason is null)),
  check ((matched_at is null) = (matched_by is null))
) strict;
create index desk_payment_by_venue on desk_payment (venue_id, taken_at);

-- INVARIANT: the same thing is refunded once (unique bill and `about`, suite `refunds_in_parts`).
create table refund_new (
  payment_id         text    references payment (payment_id), -- null: not through the provider
  order_number       integer not null references orders (order_number), -- the order that messages to the player name
  amount_paise       integer not null check (amount_paise > 0),
  reason             text    not null,
  status             text    not null check (status in ('approved', 'issued', 'processed', 'failed')),
  attempt            integer not null,            -- part of the key that makes requesting twice harmless
  tries              integer not null,            -- steps in a row that came to nothing
  provider_refund_id text    unique,
  next_step_at       integer,                     -- null: final, or staff has to look
  approved_at        integer not null,
  issued_at          integer,
  ended_at           integer,
  refund_id          integer primary key,
  bill_id            integer not null references bill (bill_id),
  desk_payment_id    integer references desk_payment (desk_payment_id),
  method             text    not null check (method in ('provider', 'cash', 'upi', 'card', 'bank')),
  shift_id           integer,
  about              text    not null,            -- what is refunded: `payment` (all of it), `order.<number>` …
  staff_id           integer,
  unique (bill_id, about),
  check ((method = 'provider') = (payment_id is not null)),
  check (payment_id is null or desk_payment_id is null)
) strict;
insert into refund_new
select r.payment_id, r.order_number, r.amount_paise, r.reason, r.status, r.attempt, r.tries, r.provider_refund_id,
       r.next_step_at, r.approved_at, r.issued_at, r.ended_at,
       row_number() over (order by r.approved_at, r.payment_id),
       p.bill_id, null, 'provider', null,
       -- Several payments of one bill may go back; each is a thing of its own.
       'payment.' || r.payment_id, null
  from refund r
  join payment p on p.payment_id = r.payment_id;
drop table refund;
alter table refund_new rename to refund;
create index refund_by_payment on refund (payment_id) where payment_id is not null;
create index refund_by_desk_payment on refund (desk_payment_id) where desk_payment_id is not null;
create index refund_by_order on refund (order_number);
create index refund_to_do on refund (next_step_at) where next_step_at is not null;
create index refund_failed on refund (status) where status = 'failed';

update orders
   set returned_paise = coalesce((select sum(r.amount_paise)
                                    from bill_line l
                                    join bill b on b.bill_id = l.bill_id and b.state = 'settled'
                                    join payment p on p.bill_id = l.bill_id and p.outcome = 'confirmed'
                                    join refund r on r.payment_id = p.payment_id
                                   where l.order_number = orders.order_number), 0)
 where order_number in (select order_number from refund);

-- One receipt for each settled bill, one credit note for each refund of it. Documents from before stay as they were issued.
create table receipt_new (
  series        text    not null,
  year          integer not null,
  serial        integer not null check (serial > 0),
  kind          text    not null check (kind in ('receipt', 'credit_note')),
  order_number  integer not null references orders (order_number), -- of several: the first line of the bill
  payment_id    text    references payment (payment_id), -- null: not through the provider
  issued_at     integer not null,
  issued_on     text    not null,                 -- the day in the operator's city; it determines the financial year
  total_paise   integer not null check (total_paise > 0),
  tax_rate      integer,                          -- hundredths of a percent; null: the operator has no tax number
  taxable_paise integer,
  central_paise integer,
  state_paise   integer,
  reason        text,                             -- of a credit note: why the money goes back
  facts         text    not null,                 -- JSON: names, addresses, codes, as printed
  bill_id       integer not null references bill (bill_id),
  refund_id     integer unique references refund (refund_id), -- of a credit note
  primary key (series, year, serial),
  check ((reason is null) = (kind = 'receipt')),
  check ((refund_id is null) = (kind = 'receipt'))
) strict, without rowid;
insert into receipt_new
select d.series, d.year, d.serial, d.kind, d.order_number, d.payment_id, d.issued_at, d.issued_on, d.total_paise, d.tax_rate,
       d.taxable_paise, d.central_paise, d.state_paise, d.reason, d.facts, p.bill_id,
       case when d.kind = 'credit_note' then (select r.refund_id from refund r where r.payment_id = d.payment_id) end
  from receipt d
  join payment p on p.payment_id = d.payment_id
 order by d.series, d.year, d.serial;
drop table receipt;
alter table receipt_new rename to receipt;
-- INVARIANT: a bill has one receipt (suite `receipts`).
create unique index receipt_of_bill on receipt (bill_id) where kind = 'receipt';
create index receipt_by_bill on receipt (bill_id);
create index receipt_by_order on receipt (order_number);
create trigger receipt_stays before update on receipt
begin select raise(abort, 'receipts are only added to'); end;
create trigger receipt_is_kept before delete on receipt
begin select raise(abort, 'receipts are only added to'); end;

create table ledger_posting_new (
  entry        text    not null,                  -- what happened to what: the same thing is recorded once
  account      text    not null,
  event        text    not null,
  order_number integer references orders (order_number), -- null: of a bill for several orders, or for none
  payment_id   text,                              -- null: not about a payment at the provider
  amount_paise integer not null check (amount_paise <> 0), -- debit above nothing, credit below
  happened_at  integer not null,
  bill_id      integer,                           -- null: the booking itself
  primary key (entry, account)
) strict, without rowid;
insert into ledger_posting_new
select l.entry, l.account, l.event, l.order_number, l.payment_id, l.amount_paise, l.happened_at,
       case when l.payment_id is not null then (select p.bill_id from payment p where p.payment_id = l.payment_id)
            when l.event = 'paid_at_desk' then (select m.bill_id from bill_made m
                                                 where m.order_number = l.order_number and m.source = 'desk') end
  from ledger_posting l
 order by l.entry, l.account;
drop table ledger_posting;
alter table ledger_posting_new rename to ledger_posting;
create index ledger_posting_by_time on ledger_posting (happened_at, entry, account);
create trigger ledger_posting_stays before update on ledger_posting
begin select raise(abort, 'the ledger is only added to'); end;
create trigger ledger_posting_is_kept before delete on ledger_posting
begin select raise(abort, 'the ledger is only added to'); end;

drop table bill_made;
