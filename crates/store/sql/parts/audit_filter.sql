-- The filters of a list of entries and its order: before the entry $1 and from $2 on, from the moment $3 to before $4, of
-- the member of staff $5 (0: any), at the venues $6 (`,1,3,`; all if it is empty), about money only if $7 is 1, at most $8.
audit_id < $1 and audit_id >= $2 and at >= $3 and at < $4
   and ($5 = 0 or staff_id = $5)
   and ($6 = '' or $6 like '%,' || cast(venue_id as text) || ',%')
   and ($7 = 0 or verb like 'payment.%' or verb like 'refund.%' or verb like 'qr.%' or verb like 'receipt.%' or verb like 'cash.%'
        or verb like 'shift.%' or verb like 'payout.%'
        or verb = 'booking.made' or verb = 'booking.undone' or verb = 'booking.cancelled' or verb = 'booking.moved'
        or verb = 'booking.move_undone' or verb = 'offer.moved' or verb = 'offer.refunded')
 order by audit_id desc
 limit $8
