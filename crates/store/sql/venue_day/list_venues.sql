-- VenueDays::list_venues: all venues, retired ones included, for `sideout doctor`.
select venue_id from venue order by venue_id
