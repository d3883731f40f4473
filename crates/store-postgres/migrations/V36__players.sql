-- What staff decide about a player: a block until a day, and missed games that no longer count.

create table player_block (
  customer_id bigint  primary key references customer (customer_id),
  reason      text    not null,
  last_day    text    not null,                   -- the last day of the block, at the venue where it was decided
  until       bigint  not null,                   -- the end of that day: the block counts before this instant
  staff_id    bigint  not null,                   -- who blocked
  at          bigint  not null
);

-- A missed game that was forgiven: it stays missed, and no longer counts as a strike.
create table forgiven_no_show (
  order_number bigint  primary key references orders (order_number),
  reason       text    not null,
  staff_id     bigint  not null,                  -- who forgave
  at           bigint  not null
);
