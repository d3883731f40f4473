-- Payments::count_unsettled: for the metrics. Captured or authorized payments that are not settled, and since when the oldest
-- is known. Payments whose provider order is not polled any more are not counted: the provider returns them.
select count(*) as waiting, min(payment.seen_at) as waiting_since
  from payment
  join provider_order on provider_order.provider_order_id = payment.provider_order_id
 where payment.settled_at is null and payment.status in ('authorized', 'captured')
   and provider_order.next_poll_at is not null
