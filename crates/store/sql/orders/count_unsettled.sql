-- VenueDays::count_unsettled: bookings of a venue's day that are still confirmed.
select count(*) as count
  from orders
 where venue_id = $1 and venue_day = $2 and confirmed_at is not null and status = 'confirmed'
