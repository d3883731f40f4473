-- A player whose court was closed chooses between another hour and the money.

-- What a closure covers; null: a desk hold, or a closure from before.
alter table court_block add column starts_at integer;
alter table court_block add column ends_at integer;
create index court_block_by_time on court_block (venue_id, ends_at) where ends_at is not null;
-- The court time that a closure has.
create index slot_claim_by_closure on slot_claim (block_id) where block_id is not null and held_until is null;

-- INVARIANT: an offer is answered once (suite `offer_races`).
create table closure_offer (
  order_number integer primary key references orders (order_number), -- the booking that lost its court
  block_id     integer not null references court_block (block_id),
  customer_id  integer not null references customer (customer_id),
  state        text    not null check (state = 'open' or state = 'moved' or state = 'refunded' or state = 'expired'),
  open_until   integer not null,                  -- without an answer by then the money goes back
  created_at   integer not null,
  answered_at  integer,
  answered_by  integer,                           -- the member of staff; null: the player, or it expired
  new_order    integer references orders (order_number), -- the booking in its place
  called_at    integer,                           -- staff called the player
  called_by    integer,
  check ((state = 'open') = (answered_at is null)),
  check ((state = 'moved') = (new_order is not null)),
  check ((called_at is null) = (called_by is null))
) strict;
create index closure_offer_by_block on closure_offer (block_id, customer_id);
create index closure_offer_by_customer on closure_offer (customer_id);
create index closure_offer_to_expire on closure_offer (open_until) where state = 'open';
create unique index closure_offer_by_new_order on closure_offer (new_order) where new_order is not null;

-- The link by which a player answers the offers of one closure without signing in: the hash of its token.
create table closure_link (
  token_hash  blob    not null primary key,
  block_id    integer not null references court_block (block_id),
  customer_id integer not null references customer (customer_id),
  unique (block_id, customer_id)
) strict, without rowid;
create index closure_link_by_customer on closure_link (customer_id);

-- A notice of its own: who was told to choose is not told that the money goes back.
pragma writable_schema = on;
update sqlite_schema
   set sql = replace(sql, 'notice = ''court_closed'' or', 'notice = ''court_closed'' or notice = ''closure_offer'' or')
 where type = 'table' and name = 'outbox';
pragma writable_schema = reset;

-- Other connections read the schema again when its number changes, as every new table does.
create table schema_has_changed (changed integer) strict;
drop table schema_has_changed;
