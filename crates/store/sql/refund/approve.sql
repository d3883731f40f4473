-- Refunds::approve: a refund is owed, to be issued from $5 on. No row changed: it was approved before.
insert into refund (payment_id, order_number, amount_paise, reason, status, attempt, tries, next_step_at, approved_at)
values ($1, $2, $3, $4, 'approved', 1, 0, $5, $6)
on conflict (payment_id) do nothing
