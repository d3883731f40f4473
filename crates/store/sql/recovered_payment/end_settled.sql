-- Recoveries::end_settled: payments of orders that are known here end when they are settled.
update recovered_payment
   set status = (select case p.outcome when 'returned' then 'returned' else 'settled' end
                   from payment p where p.payment_id = recovered_payment.payment_id),
       ended_at = $1
 where status = 'found'
   and exists (select 1 from payment p where p.payment_id = recovered_payment.payment_id and p.outcome is not null)
