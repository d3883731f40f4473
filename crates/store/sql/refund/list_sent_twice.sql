-- Refunds::list_sent_twice: refunds that staff settled another way and the provider sent after all, and that have no explanation.
select {refund_columns}
  from refund
 where refund.sent_after_all is not null and refund.explained_at is null
 order by refund.approved_at, refund.refund_id
 limit $1
