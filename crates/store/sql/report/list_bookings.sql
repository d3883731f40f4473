-- Reports::list_bookings: the bookings from day $2 to day $3 with what the reports count by, the latest first.
select o.order_number, o.court_id, o.starts_at, o.venue_day, o.start_minute, o.status, court.name as court_name,
       coalesce(o.contact_name, customer.full_name) as name, {minutes_sold} as minutes, o.price_paise, o.discount_paise,
       {booked_ahead} as booked_ahead, {booked_how} as booked_how,
       case when {is_missed} then 1 else 0 end as is_missed,
       case when {is_cancelled} then {cancelled_ahead} end as cancelled_ahead,
       case when {is_cancelled} then {cancelled_by} end as canceller,
       case when {is_cancelled} and {is_sold_again} then 1 else 0 end as is_sold_again,
       coupon.code as coupon_code, case when o.coupon_id is not null and {is_new_player} then 1 else 0 end as is_new_player
  from orders o
  join court on court.court_id = o.court_id
  join customer on customer.customer_id = o.customer_id
  left join coupon on coupon.coupon_id = o.coupon_id
 where {bookings_of_days} and ({is_sold} or {is_cancelled})
 order by o.venue_day desc, o.start_minute desc, o.order_number desc
