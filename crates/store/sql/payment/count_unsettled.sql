-- Payments::count_unsettled: for the metrics. Captured payments that are not settled, and authorized ones that can still pay for their
-- bill, and since when the oldest is known. Not counted is what the provider returns without us: payments whose provider order is not
-- polled any more, and authorized money that is not captured, because its bill or an order of it takes no more money, the amount or the
-- currency is another one, or the hold has expired. If a capture fails, the failing poll is counted.
select count(*) as waiting, min(payment.seen_at) as waiting_since
  from payment
  join provider_order on provider_order.provider_order_id = payment.provider_order_id
 where payment.settled_at is null and payment.status in ('authorized', 'captured')
   and provider_order.next_poll_at is not null
   and (payment.status = 'captured'
        or (select count(*)
              from bill
             where bill.bill_id = payment.bill_id
               and bill.state = 'open' and payment.currency = 'INR' and payment.amount_paise = bill.amount_paise
               and (select count(*)
                      from bill_line line
                      join orders o on o.order_number = line.order_number
                     where line.bill_id = bill.bill_id
                       and o.status <> 'held'
                       and (o.status in ('expired', 'released', 'cancelled', 'cancel_requested')
                            or o.price_paise - o.discount_paise - o.paid_paise + o.returned_paise < line.amount_paise
                            or o.price_paise - o.discount_paise - o.paid_paise + o.returned_paise > line.amount_paise
                               and bill.discount_paise > 0)) = 0) > 0)
