-- Prices that are published at the desk: from which day to which they are valid, hours that are not for sale, and every version.

-- Programs from before would sell at prices that are not valid yet.
insert into required_version (version) values (38);

alter table price_rule add column valid_from text;                       -- YYYY-MM-DD, included; null: since ever
alter table price_rule add column valid_to   text;                       -- YYYY-MM-DD, included; null: until others are published
alter table price_rule add column is_sold    integer not null default 1; -- 0: the hour cannot be booked, whatever price_paise is

-- Who writes venues, prices and hours: the operator's file, or the desk since something was published there.
alter table brand add column managed_by text not null default 'file' check (managed_by = 'file' or managed_by = 'console');

-- What was published of a venue's prices. Only added to.
-- INVARIANT: of two versions that change the same one, one is published (suite `publishing`).
create table price_version (
  venue_id         integer not null references venue (venue_id),
  version          integer not null check (version > 0),
  valid_from       text,                               -- YYYY-MM-DD; null: since ever
  published_at     integer not null,
  staff_id         integer references staff (staff_id), -- who published it; null: an import
  reverted_version integer,                            -- the version whose prices it brought back
  rules            text    not null,                   -- the rules of the week and of single dates, JSON
  primary key (venue_id, version)
) strict, without rowid;
create trigger price_version_stays before update on price_version
begin select raise(abort, 'published prices are only added to'); end;
create trigger price_version_is_kept before delete on price_version
begin select raise(abort, 'published prices are only added to'); end;
