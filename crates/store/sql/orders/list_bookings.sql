-- Orders::list_bookings: a customer's bookings, newest first, without holds that ended.
select o.order_number, o.customer_id, o.venue_id, o.court_id, o.starts_at, o.venue_day, o.start_minute, o.play_minutes,
       o.status, o.price_paise, o.discount_paise, o.payment_method, o.paid_paise, o.cancel_cutoff_minutes,
       o.bank_charge_paise, o.held_until, o.created_at, o.confirmed_at, o.cancelled_at, o.cancel_reason, o.coupon_id,
       coupon.code, venue.name, venue.location, venue.long_location, venue.map_url, venue.image,
       court.number, court.name, court.court_type, customer.full_name, court.sport_id, o.block_id, held_court.name,
       coalesce(o.slot_minutes, venue.slot_minutes), court.active * venue.active, venue.time_zone
  from orders o
  join venue on venue.venue_id = o.venue_id
  join court on court.court_id = o.court_id
  left join court held_court on held_court.court_id = o.moved_from_court_id
  join customer on customer.customer_id = o.customer_id
  left join coupon on coupon.coupon_id = o.coupon_id
 where o.customer_id = $1 and o.status not in ('held', 'released', 'expired')
 order by o.created_at desc, o.order_number desc
 limit $2
