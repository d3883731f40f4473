-- Pictures of players in the store of pictures that no account names: one is being uploaded, or was replaced and is not removed yet. They
-- are removed from the store by this list, so that none stays. Only adds; the program before writes no rows.

create table unused_picture (
  image_key   text    primary key,
  customer_id integer not null references customer (customer_id), -- whose picture it is
  since       integer not null
) strict, without rowid;
create index unused_picture_by_customer on unused_picture (customer_id);
