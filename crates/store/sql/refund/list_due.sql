-- Refunds::list_due: refunds that need a step by $1, the longest overdue first.
select payment_id, order_number, amount_paise, reason, status, attempt, tries, provider_refund_id, next_step_at,
       approved_at, issued_at, ended_at
  from refund
 where next_step_at <= $1
 order by next_step_at
 limit $2
