-- Recoveries::put_orders: an order or QR code at the provider that this database does not know; whether it was paid may change.
insert into recovered_order (provider_order_id, order_number, amount_paise, is_paid, opened_at, found_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (provider_order_id) do update set is_paid = excluded.is_paid
