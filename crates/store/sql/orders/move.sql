-- Orders::move_to: moves a booking to another court and time, which it has claimed already, and sets what it costs; its
-- number stays. $12 is the court that late money found taken, if the booking goes back to the court that late money booked
-- instead; else null. No row changed: it is not a confirmed booking, or not at the court ($2) and
-- start ($3) that were read; or a part of it was paid or went back since: $10 is what was paid and did not go back. Or it
-- was changed since its version $11 was read; null: any version.
update orders
   set court_id = $4, starts_at = $5, venue_day = $6, start_minute = $7, price_paise = $8, discount_paise = $9,
       moved_from_court_id = $12, moves = moves + 1, version = version + 1
 where order_number = $1 and status = 'confirmed' and court_id = $2 and starts_at = $3
   and paid_paise - returned_paise = $10 and (cast($11 as bigint) is null or version = $11)
