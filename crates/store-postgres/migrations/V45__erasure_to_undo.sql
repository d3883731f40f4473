-- An erasure can be undone for seven days: the account is locked and hidden at once, and its data go later. Of a player whose data are
-- gone, strikes and a block stay under a keyed hash of the number, and count again for who registers it anew.

-- Programs from before would sign in and book for an account that is locked, and cannot read the notices about it.
insert into required_version (version) values (45);

alter table customer add column erase_at       bigint;  -- locked and hidden; from this instant on the data go. Stays afterwards. null: neither
alter table customer add column erase_asked_at bigint;  -- when that was asked for …
alter table customer add column erase_asked_by bigint;                     -- … and by whom, a member of staff
update customer
   set erase_at = erased_at, erase_asked_at = erased_at,
       erase_asked_by = (select block.staff_id from player_block block where block.customer_id = customer.customer_id)
 where erased_at is not null;
create index customer_to_erase on customer (erase_at, customer_id) where erase_at is not null and erased_at is null;

-- Games that players missed before their data were erased. They name no booking.
create table former_strike (
  phone_hash  bytea   not null,                -- HMAC-SHA256 of the number, under the code key of the servers
  missed_at   bigint not null,                -- the start of the game
  place       bigint not null check (place >= 0), -- of several games at one start: 0, 1, 2 …
  kept_until  bigint not null,                -- counts before this instant
  customer_id bigint references customer (customer_id), -- the account that registered the number anew; null: none yet
  primary key (phone_hash, missed_at, place)
);
create index former_strike_by_customer on former_strike (customer_id) where customer_id is not null;
create index former_strike_by_end on former_strike (kept_until);

-- Blocks of players whose data were erased, without their reason. A row becomes a block when the number registers anew.
create table former_block (
  phone_hash bytea   not null primary key,
  last_day   text    not null,                 -- YYYY-MM-DD
  until      bigint not null,
  staff_id   bigint not null,                -- who blocked
  at         bigint not null
);
create index former_block_by_end on former_block (until);

alter table outbox drop constraint outbox_notice_check;
alter table outbox add constraint outbox_notice_check check (notice in (
  'confirmed', 'moved', 'reminder', 'cancelled', 'court_closed', 'closure_offer', 'refund_issued', 'refund_done', 'refund_failed', 'refund_settled',
  'password_changed', 'erasure_asked', 'erasure_undone'));
