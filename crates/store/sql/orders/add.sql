-- Orders::add: writes a held order. No row changed: this customer has another hold (the index orders_hold_place allows one for
-- each place, and `hold_place` is 0 here), or the number is taken.
insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                    status, price_paise, discount_paise, paid_paise, cancel_cutoff_minutes, bank_charge_paise,
                    held_until, created_at, slot_minutes)
values ($1, $2, $3, $4, $5, $6, $7, $8, 'held', $9, 0, 0, $10, $11, $12, $13, $14)
on conflict do nothing
