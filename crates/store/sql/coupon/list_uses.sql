-- DeskCoupons::list_uses: the bookings with a coupon, cancelled ones included, of the venues in $5 (",1,2,"), the latest first, before
-- the time ($2) and number ($3).
select o.order_number, o.venue_id, o.venue_day, o.start_minute, o.status, o.discount_paise, o.confirmed_at, court.name as court_name,
       coalesce(o.contact_name, customer.full_name) as name
  from orders o
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where o.coupon_id = $1 and (o.confirmed_at, o.order_number) < (cast($2 as bigint), cast($3 as bigint))
   and $5 like '%,' || cast(o.venue_id as text) || ',%'
 order by o.confirmed_at desc, o.order_number desc
 limit $4
