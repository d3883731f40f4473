-- Receipts::lock_whole: locks the desk payment of a bill until the unit of work ends. No row changed: it was voided or a
-- part of it was refunded, or there is none.
update desk_payment
   set refunded_paise = refunded_paise
 where bill_id = $1 and voided_at is null and refunded_paise = 0
