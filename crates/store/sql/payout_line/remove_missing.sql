-- Payouts::add_missing: removes the lines of missing refunds that have failed at the provider meanwhile, because no payout
-- will name them. The third condition lets both engines use the partial index `payout_line_open`.
delete from payout_line
 where state = 'missing' and explained_at is null and state <> 'matched' and kind = 'refund'
   and not exists (select 1
                     from refund r
                    where r.provider_refund_id = payout_line.entity_id and (r.status = 'issued' or r.status = 'processed'))
