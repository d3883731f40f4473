-- What reports count of the bookings of past days.

-- The days of a venue whose bookings have been counted. A job counts each day after its end. Triggers remove a day, with its sums, in the
-- unit of work that changes what was counted, and the job counts it again.
create table booking_day (
  venue_id  integer not null references venue (venue_id),
  day       text    not null,                     -- at the venue
  summed_at integer not null,
  primary key (venue_id, day)
) strict, without rowid;

create table sold_sum (                           -- bookings that were not cancelled
  venue_id       integer not null,
  day            text    not null,
  start_minute   integer not null,
  bookings       integer not null check (bookings > 0),
  minutes        integer not null,
  price_paise    integer not null,
  discount_paise integer not null,
  primary key (venue_id, day, start_minute),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
) strict, without rowid;

create table missed_sum (                         -- the same bookings, by how and how long before their start they were made
  venue_id integer not null,
  day      text    not null,
  lead     integer not null,                      -- the place, from 0, in the list of lead times
  how      integer not null,                      -- the place, from 0, in the list of ways to book
  bookings integer not null check (bookings > 0),
  missed   integer not null check (missed between 0 and bookings),
  primary key (venue_id, day, lead, how),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
) strict, without rowid;

create table cancelled_sum (                      -- bookings that were cancelled
  venue_id           integer not null,
  day                text    not null,
  lead               integer not null,            -- how long before their start they were cancelled, as in missed_sum
  canceller          text    not null,            -- player, desk, venue
  bookings           integer not null check (bookings > 0),
  minutes            integer not null,
  sold_again         integer not null check (sold_again between 0 and bookings),
  sold_again_minutes integer not null,
  price_paise        integer not null,
  primary key (venue_id, day, lead, canceller),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
) strict, without rowid;

create table coupon_sum (                         -- bookings with a coupon that were not cancelled
  venue_id       integer not null,
  day            text    not null,
  coupon_id      integer not null references coupon (coupon_id),
  bookings       integer not null check (bookings > 0),
  price_paise    integer not null,
  discount_paise integer not null,
  new_players    integer not null check (new_players between 0 and bookings),
  primary key (venue_id, day, coupon_id),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
) strict, without rowid;

-- INVARIANT: the sums of a day equal its bookings (suite `booking_sums`). For a hold, its end, and its confirmation before the start of play,
-- nothing runs: the day is not over, so it has no sums.
--
-- There is no trigger after an insert of an order: with one, SQLite would look through the whole tables that refer to orders at each insert.
-- The program removes the day of a booking that it adds (BookingDays::remove_of_booking).
--
-- Whether a booking with a coupon is the first one of its player depends on the earlier ones, so a change of those removes its day, too.
create trigger order_confirmed_late after update of confirmed_at on orders
when old.confirmed_at is null and new.confirmed_at >= new.starts_at
begin
  delete from booking_day where venue_id = new.venue_id and day = new.venue_day;
  delete from booking_day
   where (venue_id, day) in (select o.venue_id, o.venue_day
                               from orders o
                              where o.customer_id = new.customer_id and o.coupon_id is not null
                                and o.confirmed_at > new.confirmed_at);
end;

create trigger order_of_sums_changed
  after update of
    venue_id, court_id, starts_at, venue_day, start_minute, play_minutes, slot_minutes, status, price_paise, discount_paise,
    confirmed_at, payment_method, booked_by, cancelled_at, cancelled_by, block_id, coupon_id, customer_id
  on orders
when old.confirmed_at is not null
     and (
          old.venue_id is not new.venue_id or old.court_id is not new.court_id or old.starts_at is not new.starts_at or
          old.venue_day is not new.venue_day or old.start_minute is not new.start_minute or
          old.play_minutes is not new.play_minutes or old.slot_minutes is not new.slot_minutes or
          old.status is not new.status or old.price_paise is not new.price_paise or
          old.discount_paise is not new.discount_paise or old.confirmed_at is not new.confirmed_at or
          old.payment_method is not new.payment_method or old.booked_by is not new.booked_by or
          old.cancelled_at is not new.cancelled_at or old.cancelled_by is not new.cancelled_by or
          old.block_id is not new.block_id or old.coupon_id is not new.coupon_id or old.customer_id is not new.customer_id)
begin
  delete from booking_day where venue_id = new.venue_id and day = new.venue_day;
  delete from booking_day where venue_id = old.venue_id and day = old.venue_day;
end;

create trigger player_of_sums_changed after update of customer_id, confirmed_at on orders
when old.confirmed_at is not null
     and (old.customer_id is not new.customer_id or old.confirmed_at is not new.confirmed_at)
begin
  delete from booking_day
   where (venue_id, day) in (select o.venue_id, o.venue_day
                               from orders o
                              where o.customer_id = old.customer_id and o.coupon_id is not null
                                and o.confirmed_at > old.confirmed_at);
  delete from booking_day
   where (venue_id, day) in (select o.venue_id, o.venue_day
                               from orders o
                              where o.customer_id = new.customer_id and o.coupon_id is not null
                                and o.confirmed_at > new.confirmed_at);
end;

create trigger attendance_added_to_sums after insert on attendance
begin
  delete from booking_day
   where (venue_id, day) = (select o.venue_id, o.venue_day from orders o where o.order_number = new.order_number);
end;

create trigger attendance_of_sums_changed after update of state on attendance
begin
  delete from booking_day
   where (venue_id, day) = (select o.venue_id, o.venue_day from orders o where o.order_number = new.order_number);
end;

create trigger closed_game_was_moved after update of new_order on closure_offer
when old.new_order is not new.new_order
begin
  delete from booking_day
   where (venue_id, day) in (select later.venue_id, later.venue_day
                               from orders o
                               join orders later on later.customer_id = o.customer_id
                              where o.order_number = new.order_number and later.coupon_id is not null
                                and later.confirmed_at > o.confirmed_at);
end;
