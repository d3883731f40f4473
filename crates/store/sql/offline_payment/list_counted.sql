-- OfflinePayments::list_counted: the cash that was in a count from $2 to before $3 at a venue ($1), the earliest first.
select cash.counted_shift, cash.order_number, cash.amount_paise, cash.staff_id, cash.taken_at, cash.reviewed_at
  from desk_shift
  join offline_payment cash on cash.counted_shift = desk_shift.shift_id
 where desk_shift.venue_id = $1 and desk_shift.counted_at >= $2 and desk_shift.counted_at < $3
 order by cash.taken_at, cash.offline_payment_id
 limit $4
