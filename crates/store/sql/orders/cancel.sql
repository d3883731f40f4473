-- Orders::cancel: 'cancelled' or 'cancel_requested', once. No row changed: it is not a confirmed booking, or it was moved away from
-- the court ($5) and start ($6) that were read, or a part of it was paid since: $7 is what was paid and did not go back. Or somebody
-- changed it since its version $8 was read; null: any version.
update orders
   set status = $2, cancelled_at = $3, cancel_reason = $4, version = version + 1
 where order_number = $1 and status = 'confirmed' and court_id = $5 and starts_at = $6
   and paid_paise - returned_paise = $7 and (cast($8 as bigint) is null or version = $8)
