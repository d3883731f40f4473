-- Orders::carry: the booking $2 in place of $1, which lost its court: another court and time, which it has claimed
-- already, at what it costs there ($10, discount $11). What was paid counts for it. No row changed: the number is
-- taken. One row of values: for rows of a query SQLite looks through the whole tables that refer to orders.
insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes, slot_minutes,
                    status, price_paise, discount_paise, coupon_id, payment_method, paid_paise, returned_paise,
                    cancel_cutoff_minutes, bank_charge_paise, created_at, confirmed_at, group_id, booked_by, contact_name)
values ($2, (select o.customer_id from orders o where o.order_number = $1), $3, $4, $5, $6, $7, $8, $9,
        'confirmed', $10, $11, (select o.coupon_id from orders o where o.order_number = $1),
        (select o.payment_method from orders o where o.order_number = $1),
        (select o.paid_paise from orders o where o.order_number = $1),
        (select o.returned_paise from orders o where o.order_number = $1),
        (select o.cancel_cutoff_minutes from orders o where o.order_number = $1),
        (select o.bank_charge_paise from orders o where o.order_number = $1),
        $12, $12, (select o.group_id from orders o where o.order_number = $1 and o.venue_id = $3),
        (select o.booked_by from orders o where o.order_number = $1),
        (select o.contact_name from orders o where o.order_number = $1))
on conflict do nothing
