-- DeskCoupons::add: a coupon that staff made. No row changed: a coupon has this code.
insert into coupon (coupon_id, code, kind, value, max_discount_paise, min_amount_paise, starts_at, ends_at, venue_ids,
                    total_limit, per_customer_limit, used, active, managed_by, note, made_at, made_by)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 1, 'desk', $12, $13, $14)
on conflict (code) do nothing
