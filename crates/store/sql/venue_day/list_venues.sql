-- VenueDays::list_venues: all venues, retired ones included, in ascending order.
select venue_id from venue order by venue_id
