-- Payouts::explain: how staff explained a line. No row changed: it needs no explanation, or has one.
update payout_line
   set explanation = $2, explained_by = $3, explained_at = $4
 where entity_id = $1 and state <> 'matched' and explained_at is null
