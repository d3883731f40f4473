-- Payouts::add_missing: removes the lines of missing refunds that have failed at the provider meanwhile, also if staff settled
-- them another way, because no payout will name them. A line stays if the provider sent the money after all. The third
-- condition lets both engines use the partial index `payout_line_open`.
delete from payout_line
 where state = 'missing' and explained_at is null and state <> 'matched' and kind = 'refund'
   and not exists (select 1
                     from refund r
                    where r.provider_refund_id = payout_line.entity_id and r.method = 'provider'
                      and (r.status = 'issued' or r.status = 'processed'))
   and not exists (select 1 from refund r where r.sent_after_all = payout_line.entity_id)
