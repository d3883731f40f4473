-- Imports::put_coupons: a coupon of the operator's file; its number of uses stays. No row changed: the desk manages it.
insert into coupon (coupon_id, code, kind, value, max_discount_paise, min_amount_paise, starts_at, ends_at, venue_ids,
                    total_limit, per_customer_limit, used, active)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 1)
on conflict (coupon_id) do update
   set kind = excluded.kind, value = excluded.value, max_discount_paise = excluded.max_discount_paise,
       min_amount_paise = excluded.min_amount_paise, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
       venue_ids = excluded.venue_ids, total_limit = excluded.total_limit,
       per_customer_limit = excluded.per_customer_limit, active = 1, version = coupon.version + 1
 where coupon.managed_by = 'file'
