-- The columns of a coupon for the desk, in addition to `coupon_columns`. Read by `desk_coupon` in desk_coupons.rs.
-- With `limit`, PostgreSQL looks for a use of each coupon and does not read all uses.
managed_by, version, note, made_at, made_by, stopped_at, stopped_by, stop_reason,
       coalesce((select 1 from coupon_use where coupon_use.coupon_id = coupon.coupon_id limit 1), 0) as was_used
