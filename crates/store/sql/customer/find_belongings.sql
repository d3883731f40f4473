-- Customers::find_belongings: what belongs to the account $1 at $2.
select (select count(*) from orders o
         where o.customer_id = $1 and o.confirmed_at is not null) as games,
       (select count(*) from orders o
         where o.customer_id = $1 and o.status = 'confirmed'
           and o.starts_at + {minutes_sold} * 60000 > $2) as games_ahead,
       (select count(*) from orders o
         where o.customer_id = $1 and o.status = 'confirmed' and o.payment_method = 'court' and o.paid_paise = 0
           and o.price_paise > o.discount_paise
           and o.starts_at > $2) as unpaid_ahead,
       (select count(*) from orders o
         where o.customer_id = $1 and o.status = 'held') as holds,
       (select count(*) from orders o where o.customer_id = $1 and o.status = 'no_show') as missed,
       {strikes} as strikes,
       (select count(*) from orders o
         where o.customer_id = $1
           and (o.status = 'confirmed' or o.status = 'no_show' or o.status = 'completed')
           and o.starts_at <= $2 and o.price_paise - o.discount_paise - o.paid_paise + o.returned_paise > 0) as owing,
       (select cast(coalesce(sum(o.price_paise - o.discount_paise - o.paid_paise + o.returned_paise), 0) as bigint)
          from orders o
         where o.customer_id = $1
           and (o.status = 'confirmed' or o.status = 'no_show' or o.status = 'completed')
           and o.starts_at <= $2 and o.price_paise - o.discount_paise - o.paid_paise + o.returned_paise > 0) as owed_paise,
       (select count(distinct line.bill_id)
          from orders o
          join bill_line line on line.order_number = o.order_number
          join bill on bill.bill_id = line.bill_id
          join provider_order p on p.bill_id = bill.bill_id
         where o.customer_id = $1 and bill.state <> 'settled'
           and (p.next_poll_at is not null or p.requesting_until > $2)) as open_bills,
       (select count(*) from bill where bill.customer_id = $1) as bills,
       (select count(*)
          from orders o
          join refund on refund.order_number = o.order_number
         where o.customer_id = $1 and refund.status <> 'processed') as open_refunds,
       (select count(*) from orders o where o.customer_id = $1 and o.status = 'cancel_requested') as to_refund,
       (select count(*) from closure_offer offer where offer.customer_id = $1 and offer.state = 'open') as open_offers,
       (select count(*) from player_note note where note.customer_id = $1 and note.removed_at is null) as notes,
       (select cast(coalesce(sum(used.used), 0) as bigint)
          from coupon_use used
         where used.customer_id = $1) as coupon_uses,
       (select count(*) from outbox where outbox.customer_id = $1) as messages,
       (select count(*) from session where session.customer_id = $1) as sessions
  from customer
 where customer.customer_id = $1
