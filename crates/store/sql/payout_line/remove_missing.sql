-- Payouts::add_missing: a refund that was missing from the payouts failed at the provider meanwhile, so that no payout will name it.
delete from payout_line
 where state = 'missing' and explained_at is null and state <> 'matched' and kind = 'refund'
   and not exists (select 1
                     from refund r
                    where r.provider_refund_id = payout_line.entity_id and (r.status = 'issued' or r.status = 'processed'))
