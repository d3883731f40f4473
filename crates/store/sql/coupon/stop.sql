-- DeskCoupons::stop: no player can use it from now on, and no import starts it again, also if it left the operator's
-- file before. No row changed: it was stopped before.
update coupon
   set active = 0, managed_by = 'desk', stopped_at = $2, stopped_by = $3, stop_reason = $4, version = version + 1
 where coupon_id = $1 and stopped_at is null
