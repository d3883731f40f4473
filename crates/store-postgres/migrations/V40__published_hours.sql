-- Opening hours that are published at the desk: the week from a day on, several spans of starts on a day, single days, and how far
-- ahead and how late players may book. Each venue has those of its newest version.

-- Programs from before would sell hours by the week that they know, also where the venue is closed now.
insert into required_version (version) values (40);

-- What was published or imported of a venue's hours. Only added to.
-- INVARIANT: of two versions that change the same one, one is published (suite `publishing_hours`).
create table hours_version (
  venue_id         bigint not null references venue (venue_id),
  version          bigint not null check (version > 0),
  valid_from       text,                               -- YYYY-MM-DD; null: since ever
  published_at     bigint not null,
  staff_id         bigint references staff (staff_id), -- who published it; null: an import
  reverted_version bigint,                            -- the version that it brought back
  hours            text    not null,                   -- weeks, special days, horizon and lead time, JSON
  primary key (venue_id, version)
);
create trigger hours_version_stays before update or delete on hours_version
  for each row execute function refuse_change();
create trigger hours_version_is_kept before truncate on hours_version
  for each statement execute function refuse_change();

insert into hours_version (venue_id, version, published_at, hours)
select v.venue_id, 1, coalesce((select updated_at from brand), 0),
       '{"weeks":[{"days":[' ||
       coalesce((select '[[' || o.first_start_minute || ',' || o.last_start_minute || ']]' from opening_hours o
                  where o.venue_id = v.venue_id and o.weekday = 1), '[]') || ',' ||
       coalesce((select '[[' || o.first_start_minute || ',' || o.last_start_minute || ']]' from opening_hours o
                  where o.venue_id = v.venue_id and o.weekday = 2), '[]') || ',' ||
       coalesce((select '[[' || o.first_start_minute || ',' || o.last_start_minute || ']]' from opening_hours o
                  where o.venue_id = v.venue_id and o.weekday = 3), '[]') || ',' ||
       coalesce((select '[[' || o.first_start_minute || ',' || o.last_start_minute || ']]' from opening_hours o
                  where o.venue_id = v.venue_id and o.weekday = 4), '[]') || ',' ||
       coalesce((select '[[' || o.first_start_minute || ',' || o.last_start_minute || ']]' from opening_hours o
                  where o.venue_id = v.venue_id and o.weekday = 5), '[]') || ',' ||
       coalesce((select '[[' || o.first_start_minute || ',' || o.last_start_minute || ']]' from opening_hours o
                  where o.venue_id = v.venue_id and o.weekday = 6), '[]') || ',' ||
       coalesce((select '[[' || o.first_start_minute || ',' || o.last_start_minute || ']]' from opening_hours o
                  where o.venue_id = v.venue_id and o.weekday = 7), '[]') ||
       ']}],"special_days":[],"lead_minutes":0}'
  from venue v;

drop table opening_hours;
