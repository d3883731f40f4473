-- Where and for how much: sports, venues, opening hours, courts, prices, and the operator's brand.

create table brand (
  brand_id   integer primary key check (brand_id = 1),
  document   text    not null,                    -- JSON, shape in docs/OPERATOR-FILE.md
  updated_at integer not null
) strict;

create table sport (
  sport_id integer primary key,
  name     text not null
) strict;

create table venue (
  venue_id      integer primary key,
  name          text    not null,
  location      text    not null,                 -- short: the area
  long_location text    not null,                 -- the postal address
  map_url       text,                             -- https link for 'Route Me'
  image         text    not null,                 -- path or https link
  facilities    text    not null,                 -- JSON list: lockers, parking, washroom, fb …
  gallery       text    not null,                 -- JSON list of image links
  time_zone     text    not null,                 -- IANA name
  slot_minutes  integer not null check (slot_minutes between 15 and 240),
  play_minutes  integer not null check (play_minutes between 5 and slot_minutes),
  position      integer not null,                 -- order in lists
  active        integer not null check (active in (0, 1))
) strict;

create table opening_hours (
  venue_id          integer not null references venue (venue_id),
  weekday           integer not null check (weekday between 1 and 7), -- ISO 8601, Monday is 1; no row: closed
  first_start_minute integer not null check (first_start_minute between 0 and 1439),
  last_start_minute  integer not null check (last_start_minute between first_start_minute and 1439),
  primary key (venue_id, weekday)
) strict, without rowid;

create table court (
  court_id   integer primary key,
  venue_id   integer not null references venue (venue_id),
  sport_id   integer not null references sport (sport_id),
  number     integer not null,                    -- what is painted on it, 1 and up
  name       text    not null,
  court_type text    not null check (court_type in ('OUTDOOR', 'INDOOR')),
  active     integer not null check (active in (0, 1)),
  unique (venue_id, number)
) strict;

-- Most specific wins: single date, then court, then weekday and time, then the venue's default (docs/decisions).
create table price_rule (
  price_rule_id integer primary key,
  venue_id      integer not null references venue (venue_id),
  court_id      integer references court (court_id),
  on_day        text,                             -- YYYY-MM-DD
  weekdays      integer not null check (weekdays between 1 and 127), -- bit 0 is Monday
  from_minute   integer not null check (from_minute between 0 and 1439),
  until_minute  integer not null check (until_minute between 1 and 1440), -- starts before it
  price_paise   integer not null check (price_paise >= 0)
) strict;
create index price_rule_by_venue on price_rule (venue_id);
