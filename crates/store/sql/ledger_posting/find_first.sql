-- RevenueDays::first_money: when the first thing in the ledger happened; null: nothing has.
select min(happened_at) as happened_at from ledger_posting
