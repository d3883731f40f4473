-- PlayerMerges::give: removes the uses of the account, after coupon_use/give has added them to the other one.
delete from coupon_use where customer_id = $1
