-- OfflinePayments::review: a person ($3) has seen the $4 amounts of cash that were said to be in the count of a shift ($1) whose difference
-- was reviewed. No row changed: the difference was not, none is left to review, or there are not $4 amounts by now.
update offline_payment
   set reviewed_at = $2, reviewed_by = $3
 where counted_shift = $1 and reviewed_at is null
   and exists (select 1 from desk_shift where shift_id = $1 and reviewed_at is not null)
   and (select count(*) from offline_payment seen where seen.counted_shift = $1) = $4
