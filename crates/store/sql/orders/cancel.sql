-- Orders::cancel: 'cancelled' or 'cancel_requested', once, by the member of staff $5; null: the player or a closure. No row
-- changed: it is not a confirmed booking, or it was moved away from the court ($6) and start ($7) that were read, or a part
-- of it was paid since: $8 is what was paid and did not go back. Or it was changed since its version $9 was read; null: any
-- version.
update orders
   set status = $2, cancelled_at = $3, cancel_reason = $4, cancelled_by = $5, version = version + 1
 where order_number = $1 and status = 'confirmed' and court_id = $6 and starts_at = $7
   and paid_paise - returned_paise = $8 and (cast($9 as bigint) is null or version = $9)
