-- Whether money of a booking `o` that a closure ended goes back outside this program: it was imported as paid, so no payment of it is
-- known. With an open offer (`offer`) the player still chooses.
(o.paid_paise > o.returned_paise and coalesce(offer.state, 'expired') <> 'open'
                     and exists (select 1
                                   from bill_line l
                                  where l.order_number = o.order_number
                                    and (select b.state from bill b where b.bill_id = l.bill_id) = 'settled'
                                    and (select count(*) from payment p where p.bill_id = l.bill_id and p.outcome = 'confirmed') = 0
                                    and (select count(*) from desk_payment d where d.bill_id = l.bill_id and d.voided_at is null) = 0))
