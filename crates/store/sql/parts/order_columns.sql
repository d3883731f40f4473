-- An order with its venue, court, coupon and player. Read by `order` in orders/read.rs; used with parts/orders_joined.
o.order_number, o.customer_id, o.venue_id, o.court_id, o.starts_at, o.venue_day, o.start_minute, o.play_minutes,
       o.status, o.moves, o.price_paise, o.discount_paise, o.payment_method, o.paid_paise, o.returned_paise,
       cast(coalesce((select sum(r.amount_paise) from refund r where r.order_number = o.order_number and r.reason = 'moved'), 0)
            as bigint) as returned_by_moves_paise,
       o.cancel_cutoff_minutes,
       o.bank_charge_paise, o.held_until, o.hold_closed_at, o.created_at, o.confirmed_at, o.cancelled_at, o.cancel_reason,
       o.cancelled_by, o.coupon_id, o.block_id, coalesce(o.slot_minutes, venue.slot_minutes) as slot_minutes, coupon.code as coupon_code,
       venue.name as venue_name, venue.location as venue_location, venue.long_location as venue_long_location,
       venue.map_url as venue_map_url, venue.image as venue_image, venue.time_zone as venue_time_zone,
       court.number as court_number, court.name as court_name, court.court_type, court.sport_id,
       court.active * venue.active as court_is_active, o.moved_from_court_id, held_court.name as held_court_name,
       customer.full_name as customer_name
