-- A bill. Read by `bill` in bills.rs.
bill.bill_id, bill.kind, bill.customer_id, bill.amount_paise, bill.discount_paise, bill.coupon_id, bill.state, bill.method
