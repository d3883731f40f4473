-- Recoveries::add_payments: a captured payment that a recovery found. No row changed: it was found before.
insert into recovered_payment (payment_id, provider_order_id, order_number, amount_paise, status, returned_paise,
                               refunded_paise, attempt, found_at)
values ($1, $2, $3, $4, 'found', $5, 0, 1, $6)
on conflict (payment_id) do nothing
