-- Refunds::approve: a refund is owed; one through the provider is issued from $9 on. No row: the same thing ($5) was
-- refunded before.
insert into refund (bill_id, payment_id, desk_payment_id, method, about, order_number, amount_paise, reason, status, attempt,
                    tries, next_step_at, approved_at, staff_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, 'approved', 1, 0, $9, $10, $11)
on conflict (bill_id, about) do nothing
returning refund_id
