-- Refunds::list_of_order: refunds of one order.
select payment_id, order_number, amount_paise, reason, status, attempt, tries, provider_refund_id, next_step_at,
       approved_at, issued_at, ended_at
  from refund
 where order_number = $1
 order by approved_at, payment_id
