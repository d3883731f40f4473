-- Orders::cancel: a confirmed booking becomes 'cancelled' or 'cancel_requested' ($2), once. $5 is the member of staff to record as
-- the one who cancels it; null: none. No row changed: it is not a confirmed booking, or it was moved away from the court ($6) and
-- start ($7) that were read, or what is paid and not returned is no longer $8, or its version is no longer $9 (null: any version),
-- or it went to another customer than $10.
update orders
   set status = $2, cancelled_at = $3, cancel_reason = $4, cancelled_by = $5, version = version + 1
 where order_number = $1 and status = 'confirmed' and court_id = $6 and starts_at = $7
   and paid_paise - returned_paise = $8 and (cast($9 as bigint) is null or version = $9)
   and customer_id = $10
