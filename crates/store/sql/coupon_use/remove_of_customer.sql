-- PlayerMerges::give: after coupon_use/give.
delete from coupon_use where customer_id = $1
