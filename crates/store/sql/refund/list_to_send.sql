-- Refunds::list_to_send: approved refunds of the provider, the newest first. What a desk pays out has no next step.
select {refund_columns}
  from refund
 where status = 'approved' and next_step_at is not null
 order by approved_at desc, refund_id
 limit $1
