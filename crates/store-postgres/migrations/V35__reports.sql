-- Reports of years of bookings.

-- The board and the reports read the bookings of a venue's days; whether a cancelled hour was sold again is a search by court and time.
-- The index of before is a part of this one.
create index orders_by_day_and_court on orders (venue_id, venue_day, court_id, starts_at) where confirmed_at is not null;
drop index orders_by_day;

-- What came and went on each past day of a venue, summed from the ledger, which is only added to. A job writes each day once, after its end.
create table revenue_day (
  venue_id  bigint  not null references venue (venue_id),
  day       text    not null,                     -- at the venue
  summed_at bigint  not null,
  primary key (venue_id, day)
);

create table revenue_sum (
  venue_id       bigint  not null,
  day            text    not null,
  way            text    not null,                -- cash, upi, card, bank, online, imported
  source         text    not null,                -- app, desk, weekly, imported
  staff_id       bigint  not null,                -- who took or gave it; 0: nobody at a desk
  movements      bigint  not null check (movements > 0),
  taken_paise    bigint  not null,                -- without what was voided
  returned_paise bigint  not null,
  primary key (venue_id, day, way, source, staff_id),
  foreign key (venue_id, day) references revenue_day (venue_id, day)
);
