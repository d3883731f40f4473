-- An erasure can be undone for seven days: the account is locked and hidden at once, and its data go later. Of a player whose data are
-- gone, strikes and a block stay under a keyed hash of the number, and count again for who registers it anew.

-- Programs from before would sign in and book for an account that is locked, and cannot read the notices about it.
insert into required_version (version) values (45);

alter table customer add column erase_at       integer;  -- locked and hidden; from this instant on the data go. Stays afterwards. null: neither
alter table customer add column erase_asked_at integer;  -- when that was asked for …
alter table customer add column erase_asked_by integer;                     -- … and by whom, a member of staff
update customer
   set erase_at = erased_at, erase_asked_at = erased_at,
       erase_asked_by = (select block.staff_id from player_block block where block.customer_id = customer.customer_id)
 where erased_at is not null;
create index customer_to_erase on customer (erase_at, customer_id) where erase_at is not null and erased_at is null;

-- Games that players missed before their data were erased. They name no booking.
create table former_strike (
  phone_hash  blob    not null,                -- HMAC-SHA256 of the number, under the code key of the servers
  missed_at   integer not null,                -- the start of the game
  place       integer not null check (place >= 0), -- of several games at one start: 0, 1, 2 …
  kept_until  integer not null,                -- counts before this instant
  customer_id integer references customer (customer_id), -- the account that registered the number anew; null: none yet
  primary key (phone_hash, missed_at, place)
) strict, without rowid;
create index former_strike_by_customer on former_strike (customer_id) where customer_id is not null;
create index former_strike_by_end on former_strike (kept_until);

-- Blocks of players whose data were erased, without their reason. A row becomes a block when the number registers anew.
create table former_block (
  phone_hash blob    not null primary key,
  last_day   text    not null,                 -- YYYY-MM-DD
  until      integer not null,
  staff_id   integer not null,                -- who blocked
  at         integer not null
) strict, without rowid;
create index former_block_by_end on former_block (until);

pragma writable_schema = on;
update sqlite_schema
   set sql = replace(sql, 'notice = ''password_changed''',
         'notice = ''password_changed'' or notice = ''erasure_asked'' or notice = ''erasure_undone''')
 where type = 'table' and name = 'outbox';
pragma writable_schema = reset;

-- Other connections read the schema again when its number changes, as every new table does.
create table schema_has_changed (changed integer) strict;
drop table schema_has_changed;
