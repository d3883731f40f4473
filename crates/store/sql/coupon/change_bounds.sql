-- DeskCoupons::change_bounds: the last day, the limit and the note. The desk manages it from now on. No row changed:
-- it was stopped or left the operator's file, another version was seen, or it was used more often than the new limit.
update coupon
   set ends_at = $3, total_limit = $4, note = $5, managed_by = 'desk', version = version + 1
 where coupon_id = $1 and version = $2 and active = 1 and (cast($4 as bigint) is null or used <= cast($4 as bigint))
