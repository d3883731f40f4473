-- ImportedBookings::add_all: a complete booking. No row changed: the number is taken.
insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                    status, price_paise, discount_paise, payment_method, paid_paise, cancel_cutoff_minutes,
                    bank_charge_paise, created_at, confirmed_at, cancelled_at, cancel_reason,
                    slot_minutes)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, 'court', $11, $12, $13, $14, $14, $15, $16, $17)
on conflict do nothing
