-- Ledger::record, Ledger::record_all: one line of an entry. No row changed: it was recorded before.
insert into ledger_posting (entry, account, event, order_number, payment_id, bill_id, amount_paise, happened_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (entry, account) do nothing
