-- RevenueDays::find_first_entry_time: the time of the first entry in the ledger; null if it is empty.
select min(happened_at) as happened_at from ledger_posting
