-- Board::read: the bookings of a venue's day that a closure ended, with what their players chose. A new booking that was cancelled is
-- left out, unless another closure ended it.
select o.order_number, o.court_id, o.start_minute, coalesce(o.slot_minutes, o.play_minutes) as slot_minutes,
       coalesce(o.contact_name, customer.full_name) as name,
       offer.state as offer_state, offer.called_at,
       case when exists (select 1
                           from refund back
                          where back.order_number = o.order_number and back.reason in ('cancelled', 'venue_closed'))
                 or {goes_back_elsewhere}
            then 1 else 0 end as goes_back,
       placed.order_number as new_order, placed.venue_day as new_day,
       placed.start_minute as new_minute, placed_venue.name as new_venue_name, placed.venue_id as new_venue,
       placed_court.name as new_court_name
  from orders o
  join customer on customer.customer_id = o.customer_id
  left join closure_offer offer on offer.order_number = o.order_number
  left join orders placed on placed.order_number = offer.new_order
       and (placed.block_id is not null or placed.status not in ('cancel_requested', 'cancelled'))
  left join venue placed_venue on placed_venue.venue_id = placed.venue_id
  left join court placed_court on placed_court.court_id = placed.court_id
 where o.venue_id = $1 and o.venue_day = $2 and o.block_id is not null and o.confirmed_at is not null
 order by o.court_id, o.starts_at, o.order_number
