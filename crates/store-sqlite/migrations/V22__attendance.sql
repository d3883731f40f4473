-- What a desk sees of a day, and whether the players came.

create table attendance (
  order_number integer primary key references orders (order_number),
  state        text    check (state = 'arrived' or state = 'absent'), -- null: it was taken back
  at           integer not null,                  -- when it was recorded, or taken back
  staff_id     integer,                           -- who did
  way          text    not null check (way = 'scan' or way = 'name' or way = 'offline'),
  version      integer not null default 0         -- rises with every change
) strict;

-- The bookings of a venue's day, those that were cancelled included: an order has been a booking once it has this column. No
-- hold is in it, and no list of states has to be checked at every write.
create index orders_by_day on orders (venue_id, venue_day) where confirmed_at is not null;

-- Search at the desk: by the last four digits of a phone number, and by the first three letters of a name.
create index customer_by_phone_end on customer (substr(phone, 10));
create index customer_by_name on customer (substr(lower(full_name), 1, 3));
