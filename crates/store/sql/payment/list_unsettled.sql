-- Payments::list_unsettled: captured and authorized payments that are not settled and whose provider order is still polled.
select payment.bill_id, payment.amount_paise, payment.currency, payment.status, payment.seen_at
  from payment
  join provider_order on provider_order.provider_order_id = payment.provider_order_id
 where payment.settled_at is null and payment.status in ('authorized', 'captured')
   and provider_order.next_poll_at is not null
