-- Refunds::explain: staff note how a refund that went back twice was cleared up. No row changed: it did not go back twice,
-- or was explained before.
update refund
   set explanation = $2, explained_by = $3, explained_at = $4
 where refund_id = $1 and sent_after_all is not null and explained_at is null
