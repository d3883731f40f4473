-- Payments::count_unsettled: for the metrics. Payments with money in them that led to nothing yet, and since when the oldest
-- of them is known. Those whose order is watched no longer went back by themselves.
select count(*), min(payment.seen_at)
  from payment
  join provider_order on provider_order.provider_order_id = payment.provider_order_id
 where payment.settled_at is null and payment.status in ('authorized', 'captured')
   and provider_order.next_look_at is not null
