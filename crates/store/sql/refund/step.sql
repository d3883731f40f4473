-- Refunds::step: records progress. The status must still be $2, so that a late response undoes no newer one. issued_at keeps
-- the time of the attempt's first step that issued the refund.
update refund
   set status = $3, provider_refund_id = coalesce($4, provider_refund_id), next_step_at = $5, tries = $6, fault = $8,
       issued_at = case when $3 in ('issued', 'processed') then coalesce(issued_at, $7) else issued_at end,
       ended_at = case when $3 in ('processed', 'failed') then $7 end
 where refund_id = $1 and status = $2
