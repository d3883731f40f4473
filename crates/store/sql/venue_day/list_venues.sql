-- VenueDays::list_venues: all venues, those that are closed down included, for `sideout doctor`.
select venue_id from venue order by venue_id
