-- Refunds::explain: staff notes how a refund that went back twice was cleared up. No row changed: it did not, or it was noted.
update refund
   set explanation = $2, explained_by = $3, explained_at = $4
 where refund_id = $1 and sent_after_all is not null and explained_at is null
