-- Refunds::list_due: refunds that need a step by $1, the longest overdue first.
select {refund_columns}
  from refund
 where next_step_at <= $1
 order by next_step_at
 limit $2
