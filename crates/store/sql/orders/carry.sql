-- Orders::carry: the booking $2 in place of $1, which lost its court: another court and time, which it has claimed already, at
-- what it costs there ($10, discount $11). What was paid goes with it. No row changed: the number is taken, or $1 was not cancelled,
-- or $13 is not what was paid of it and did not go back.
insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes, slot_minutes,
                    status, price_paise, discount_paise, coupon_id, payment_method, paid_paise, returned_paise,
                    cancel_cutoff_minutes, bank_charge_paise, created_at, confirmed_at, group_id, booked_by, contact_name)
select cast($2 as bigint), o.customer_id, cast($3 as bigint), cast($4 as bigint), cast($5 as bigint), cast($6 as text),
       cast($7 as bigint), cast($8 as bigint), cast($9 as bigint), 'confirmed', cast($10 as bigint), cast($11 as bigint),
       o.coupon_id, o.payment_method, o.paid_paise, o.returned_paise, o.cancel_cutoff_minutes, o.bank_charge_paise,
       cast($12 as bigint), cast($12 as bigint), case when o.venue_id = $3 then o.group_id end, o.booked_by, o.contact_name
  from orders o
 where o.order_number = $1 and (o.status = 'cancel_requested' or o.status = 'cancelled')
   and o.paid_paise - o.returned_paise = $13
on conflict do nothing
