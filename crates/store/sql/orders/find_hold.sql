-- Orders::find_hold: the customer's hold with the place 0, expired or not.
select order_number, court_id, starts_at, held_until, venue_id, venue_day, start_minute,
       coalesce(slot_minutes, play_minutes) as slot_minutes
  from orders
 where customer_id = $1 and status = 'held' and hold_place = 0
