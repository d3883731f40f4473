-- OfflinePayments::review: a person ($3) has seen the cash that was said to be in the count of a shift ($1) whose difference was reviewed.
update offline_payment
   set reviewed_at = $2, reviewed_by = $3
 where counted_shift = $1 and reviewed_at is null
   and exists (select 1 from desk_shift where shift_id = $1 and reviewed_at is not null)
