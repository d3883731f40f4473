-- Refunds::claim: one node claims the step that was due at $2 until $3. No row changed: another node has claimed it,
-- or it is due at another time now.
update refund
   set next_step_at = $3, tries = tries + 1
 where refund_id = $1 and next_step_at = $2
