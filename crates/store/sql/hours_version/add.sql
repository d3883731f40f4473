-- HoursVersions::add: a version of a venue's hours after the one before it. No row changed: that version was published
-- already, or there is none before it.
insert into hours_version (venue_id, version, valid_from, published_at, staff_id, reverted_version, hours)
select cast($1 as bigint), cast($2 as bigint), cast($3 as text), cast($4 as bigint), cast($5 as bigint), cast($6 as bigint),
       cast($7 as text)
 where $2 = 1 or exists (select 1 from hours_version where venue_id = $1 and version = $2 - 1)
on conflict do nothing
