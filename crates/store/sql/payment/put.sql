-- Payments::put: the provider's report of a payment. Reports come twice and in any order, so the status only moves
-- forward: $11 is the rank of status $6. The fee of a capture stays as first reported.
insert into payment (payment_id, provider_order_id, bill_id, amount_paise, currency, status, method, fee_paise,
                     failure, seen_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (payment_id) do update
   set status = excluded.status, method = excluded.method, failure = excluded.failure,
       fee_paise = case when payment.status = 'captured' and payment.fee_paise > 0 then payment.fee_paise
                   else excluded.fee_paise end
 where case payment.status when 'created' then 0 when 'failed' then 1 when 'authorized' then 2 when 'captured' then 3
       else 4 end < cast($11 as bigint)
