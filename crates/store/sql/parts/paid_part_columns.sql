-- How a part of an order was paid and what of it can still go back, used with parts/paid_parts_joined. Read by
-- `paid_part` in bills.rs.
b.bill_id, b.method, b.settled_at, b.amount_paise as of_bill_paise, l.amount_paise, coalesce(d.staff_id, q.staff_id) as staff_id,
       q.bill_id as qr, payment.payment_id, d.desk_payment_id, d.tender, d.round_off_paise,
       coalesce(payment.amount_paise - payment.refunded_paise, d.amount_paise - d.round_off_paise - d.refunded_paise) as refundable_paise,
       -- A second payment of the same bill goes back as a whole and takes nothing off this part.
       cast(coalesce((select sum(r.amount_paise)
                        from refund r
                       where r.order_number = l.order_number and r.bill_id = l.bill_id
                         and r.reason in ('cancelled', 'venue_closed', 'moved')), 0)
            as bigint) as refunded_of_order_paise,
       -- What did not go back of the lines after this one.
       cast(case when d.round_off_paise > 0
                 then coalesce((select sum(later.amount_paise - coalesce((select sum(r.amount_paise)
                                                                            from refund r
                                                                           where r.order_number = later.order_number
                                                                             and r.bill_id = later.bill_id
                                                                             and r.reason in ('cancelled', 'venue_closed', 'moved')), 0))
                                  from bill_line later
                                 where later.bill_id = l.bill_id and later.line_no > l.line_no), 0)
                 else 0 end
            as bigint) as left_of_later_paise
