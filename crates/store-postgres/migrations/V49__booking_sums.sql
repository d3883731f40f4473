-- What reports count of the bookings of past days.

-- The days of a venue whose bookings have been counted. A job counts each day after its end. Triggers remove a day, with its sums, in the
-- unit of work that changes what was counted, and the job counts it again.
create table booking_day (
  venue_id  bigint  not null references venue (venue_id),
  day       text    not null,                     -- at the venue
  summed_at bigint  not null,
  primary key (venue_id, day)
);

create table sold_sum (                           -- bookings that were not cancelled
  venue_id       bigint  not null,
  day            text    not null,
  start_minute   bigint  not null,
  bookings       bigint  not null check (bookings > 0),
  minutes        bigint  not null,
  price_paise    bigint  not null,
  discount_paise bigint  not null,
  primary key (venue_id, day, start_minute),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
);

create table missed_sum (                         -- the same bookings, by how and how long before their start they were made
  venue_id bigint  not null,
  day      text    not null,
  lead     bigint  not null,                      -- the place, from 0, in the list of lead times
  how      bigint  not null,                      -- the place, from 0, in the list of ways to book
  bookings bigint  not null check (bookings > 0),
  missed   bigint  not null check (missed between 0 and bookings),
  primary key (venue_id, day, lead, how),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
);

create table cancelled_sum (                      -- bookings that were cancelled
  venue_id           bigint  not null,
  day                text    not null,
  lead               bigint  not null,            -- how long before their start they were cancelled, as in missed_sum
  canceller          text    not null,            -- player, desk, venue
  bookings           bigint  not null check (bookings > 0),
  minutes            bigint  not null,
  sold_again         bigint  not null check (sold_again between 0 and bookings),
  sold_again_minutes bigint  not null,
  price_paise        bigint  not null,
  primary key (venue_id, day, lead, canceller),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
);

create table coupon_sum (                         -- bookings with a coupon that were not cancelled
  venue_id       bigint  not null,
  day            text    not null,
  coupon_id      bigint  not null references coupon (coupon_id),
  bookings       bigint  not null check (bookings > 0),
  price_paise    bigint  not null,
  discount_paise bigint  not null,
  new_players    bigint  not null check (new_players between 0 and bookings),
  primary key (venue_id, day, coupon_id),
  foreign key (venue_id, day) references booking_day (venue_id, day) on delete cascade
);

-- The job has the lock of a day alone while it counts; units of work that change the day share it until they end. So the job counts what they
-- have changed, or they remove what the job has counted. Units of work are read committed transactions, in which each statement of these
-- functions sees what is committed by then.
create function lock_booking_day() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(cast(new.venue_id % 2147483647 as integer), cast(replace(new.day, '-', '') as integer));
  return new;
end $$;
create trigger booking_day_is_locked before insert on booking_day
  for each row execute function lock_booking_day();

create function remove_booking_day(of_venue bigint, of_day text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(cast(of_venue % 2147483647 as integer), cast(replace(of_day, '-', '') as integer));
  delete from booking_day where venue_id = of_venue and day = of_day;
end $$;

-- The days of later bookings with a coupon: whether such a booking is the first one of its player depends on the earlier ones.
create function remove_later_booking_days(of_customer bigint, after bigint) returns void language plpgsql as $$
begin
  perform remove_booking_day(later.venue_id, later.venue_day)
     from (select distinct o.venue_id, o.venue_day
             from orders o
            where o.customer_id = of_customer and o.coupon_id is not null and o.confirmed_at > after) later;
end $$;

-- INVARIANT: the sums of a day equal its bookings (suite `booking_sums`). For a hold, its end, and its confirmation before the start of play,
-- nothing runs: the day is not over, so it has no sums.
create function remove_sums_of_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.confirmed_at is null then
    perform remove_booking_day(new.venue_id, new.venue_day);
    perform remove_later_booking_days(new.customer_id, new.confirmed_at);
    return null;
  end if;
  -- Not in a `when`, which is parsed anew for each statement.
  if (
      old.venue_id, old.court_id, old.starts_at, old.venue_day, old.start_minute, old.play_minutes, old.slot_minutes,
      old.status, old.price_paise, old.discount_paise, old.confirmed_at, old.payment_method, old.booked_by, old.cancelled_at,
      old.cancelled_by, old.block_id, old.coupon_id, old.customer_id
    ) is not distinct from (
      new.venue_id, new.court_id, new.starts_at, new.venue_day, new.start_minute, new.play_minutes, new.slot_minutes,
      new.status, new.price_paise, new.discount_paise, new.confirmed_at, new.payment_method, new.booked_by, new.cancelled_at,
      new.cancelled_by, new.block_id, new.coupon_id, new.customer_id)
  then
    return null;
  end if;
  perform remove_booking_day(new.venue_id, new.venue_day);
  if (old.venue_id, old.venue_day) is distinct from (new.venue_id, new.venue_day) then
    perform remove_booking_day(old.venue_id, old.venue_day);
  end if;
  if (old.customer_id, old.confirmed_at) is distinct from (new.customer_id, new.confirmed_at) then
    perform remove_later_booking_days(old.customer_id, old.confirmed_at);
    perform remove_later_booking_days(new.customer_id, new.confirmed_at);
  end if;
  return null;
end $$;
create trigger order_added_to_sums after insert on orders
  for each row when (new.confirmed_at is not null)
  execute function remove_sums_of_order();
create trigger order_confirmed_late after update of confirmed_at on orders
  for each row when (old.confirmed_at is null and new.confirmed_at >= new.starts_at)
  execute function remove_sums_of_order();
create trigger order_of_sums_changed
  after update of
    venue_id, court_id, starts_at, venue_day, start_minute, play_minutes, slot_minutes, status, price_paise, discount_paise,
    confirmed_at, payment_method, booked_by, cancelled_at, cancelled_by, block_id, coupon_id, customer_id
  on orders
  for each row when (old.confirmed_at is not null)
  execute function remove_sums_of_order();

create function remove_sums_of_attendance() returns trigger language plpgsql as $$
begin
  perform remove_booking_day(o.venue_id, o.venue_day) from orders o where o.order_number = new.order_number;
  return null;
end $$;
create trigger attendance_of_sums_changed after insert or update of state on attendance
  for each row execute function remove_sums_of_attendance();

create function remove_sums_of_offer() returns trigger language plpgsql as $$
begin
  perform remove_later_booking_days(o.customer_id, o.confirmed_at) from orders o where o.order_number = new.order_number;
  return null;
end $$;
create trigger closed_game_was_moved after update of new_order on closure_offer
  for each row when (old.new_order is distinct from new.new_order)
  execute function remove_sums_of_offer();
