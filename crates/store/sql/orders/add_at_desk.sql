-- Orders::add_at_desk: a booking that a member of staff makes. No row changed: the number is taken.
insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                    status, price_paise, discount_paise, payment_method, paid_paise, cancel_cutoff_minutes,
                    bank_charge_paise, created_at, confirmed_at, slot_minutes, group_id, booked_by, contact_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, 'confirmed', $9, 0, 'court', 0, $10, $11, $12, $12, $13, $14, $15, $16)
on conflict do nothing
