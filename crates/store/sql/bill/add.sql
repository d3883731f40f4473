-- Bills::add, Bills::add_settled: an open bill without its lines.
insert into bill (kind, customer_id, payer_name, amount_paise, discount_paise, coupon_id, state, method, open_until, created_at)
values ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9)
returning bill_id
