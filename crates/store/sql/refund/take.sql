-- Refunds::take: one node takes a step that was due at $2 and has until $3 for it. No row touched: another has it.
update refund
   set next_step_at = $3, tries = tries + 1
 where payment_id = $1 and next_step_at = $2
