-- What the desk knows of a coupon, beside `coupon_columns`. Read by `desk_coupon` in desk_coupons.rs.
managed_by, version, note, made_at, made_by, stopped_at, stopped_by, stop_reason,
       case when exists (select 1 from coupon_use where coupon_use.coupon_id = coupon.coupon_id) then 1 else 0 end as was_used
