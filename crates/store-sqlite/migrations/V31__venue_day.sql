-- Days of the venues that are closed: who came is settled, and the report of the day is written. Only added to.
-- INVARIANT: a day is closed once (suite `closing_days`).
create table venue_day (
  venue_id    integer not null references venue (venue_id),
  day         text    not null,                   -- YYYY-MM-DD at the venue
  closed_at   integer not null,
  closed_by   integer,                            -- the member of staff; null: the program, in the night after the day
  money_from  integer not null,                   -- the report has the money from this instant, which is where the one before ends,
  money_until integer not null,                   -- to before this one
  facts       text    not null,                   -- what the report says, JSON
  entries     text    not null,                   -- the numbers of the audit entries in the digest: the first one, then the steps to the next
  digest      text    not null,                   -- SHA-256 over this row and those entries, base32
  primary key (venue_id, day)
) strict, without rowid;
create trigger venue_day_stays before update on venue_day
begin select raise(abort, 'closed days are only added to'); end;
create trigger venue_day_is_kept before delete on venue_day
begin select raise(abort, 'closed days are only added to'); end;
