-- Bills::list_settled_of_order: how the parts of an order were paid and what of them can still go back, the newest first.
select b.bill_id, b.method, b.settled_at, l.amount_paise, coalesce(d.staff_id, q.staff_id) as staff_id, q.bill_id as qr,
       payment.payment_id, d.desk_payment_id, d.tender,
       coalesce(payment.amount_paise - payment.refunded_paise, d.amount_paise - d.round_off_paise - d.refunded_paise) as refundable_paise,
       -- A second payment of the same bill goes back as a whole and takes nothing off this part.
       cast(coalesce((select sum(r.amount_paise)
                        from refund r
                       where r.order_number = l.order_number and r.bill_id = l.bill_id
                         and r.reason in ('cancelled', 'venue_closed', 'moved')), 0)
            as bigint) as refunded_of_order_paise
  from bill_line l
  join bill b on b.bill_id = l.bill_id
  left join payment on payment.bill_id = b.bill_id and payment.outcome = 'confirmed'
  left join desk_payment d on d.bill_id = b.bill_id and d.voided_at is null
  left join desk_qr q on q.bill_id = b.bill_id
 where l.order_number = $1 and b.state = 'settled'
 order by b.settled_at desc, b.bill_id desc
