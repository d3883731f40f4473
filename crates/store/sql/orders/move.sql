-- Orders::move_to: moves a booking to another court and time, which it has claimed already; its number stays. No row changed: it is
-- not a booking any more, or not at the court ($2) and start ($3) that were read.
update orders
   set court_id = $4, starts_at = $5, venue_day = $6, start_minute = $7, moves = moves + 1, version = version + 1
 where order_number = $1 and status = 'confirmed' and court_id = $2 and starts_at = $3
