-- OfflinePayments::add: what became of a payment that was written down. No row changed: it was recorded or decided before.
insert into offline_payment (staff_id, fact_id, venue_id, order_number, tender, outcome, amount_paise, taken_at, decided_at, counted_shift)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict do nothing
