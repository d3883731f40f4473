-- Where and for how much: sports, venues, opening hours, courts, prices, and the operator's brand.

create table brand (
  brand_id   bigint primary key check (brand_id = 1),
  document   text    not null,                    -- JSON, shape in docs/OPERATOR-FILE.md
  updated_at bigint not null
);

create table sport (
  sport_id bigint primary key,
  name     text not null
);

create table venue (
  venue_id      bigint primary key,
  name          text    not null,
  location      text    not null,                 -- short: the area
  long_location text    not null,                 -- the postal address
  map_url       text,                             -- https link for 'Route Me'
  image         text    not null,                 -- path or https link
  facilities    text    not null,                 -- JSON list: lockers, parking, washroom, fb …
  gallery       text    not null,                 -- JSON list of image links
  time_zone     text    not null,                 -- IANA name
  slot_minutes  bigint not null check (slot_minutes between 15 and 240),
  play_minutes  bigint not null check (play_minutes between 5 and slot_minutes),
  position      bigint not null,                 -- order in lists
  active        bigint not null check (active in (0, 1))
);

create table opening_hours (
  venue_id          bigint not null references venue (venue_id),
  weekday           bigint not null check (weekday between 1 and 7), -- ISO 8601, Monday is 1; no row: closed
  first_start_minute bigint not null check (first_start_minute between 0 and 1439),
  last_start_minute  bigint not null check (last_start_minute between first_start_minute and 1439),
  primary key (venue_id, weekday)
);

create table court (
  court_id   bigint primary key,
  venue_id   bigint not null references venue (venue_id),
  sport_id   bigint not null references sport (sport_id),
  number     bigint not null,                    -- what is painted on it, 1 and up
  name       text    not null,
  court_type text    not null check (court_type in ('OUTDOOR', 'INDOOR')),
  active     bigint not null check (active in (0, 1)),
  unique (venue_id, number)
);

-- Most specific wins: single date, then court, then weekday and time, then the venue's default (docs/decisions).
create table price_rule (
  price_rule_id bigint primary key,
  venue_id      bigint not null references venue (venue_id),
  court_id      bigint references court (court_id),
  on_day        text,                             -- YYYY-MM-DD
  weekdays      bigint not null check (weekdays between 1 and 127), -- bit 0 is Monday
  from_minute   bigint not null check (from_minute between 0 and 1439),
  until_minute  bigint not null check (until_minute between 1 and 1440), -- starts before it
  price_paise   bigint not null check (price_paise >= 0)
);
create index price_rule_by_venue on price_rule (venue_id);
