-- OfflinePayments::count_counted: the number of amounts of cash that were said to be in the count of a shift ($1).
select count(*) as amounts from offline_payment where counted_shift = $1
