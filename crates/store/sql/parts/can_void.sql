-- Whether the desk payment `d` can be voided, as desk_payment/void and orders/take_payment_back decide it.
(d.voided_at is null and d.refunded_paise = 0
        and not exists (select 1
                          from bill_line paid_line
                          join orders paid on paid.order_number = paid_line.order_number
                         where paid_line.bill_id = d.bill_id
                           and (paid.paid_paise - paid_line.amount_paise < paid.returned_paise
                                or paid.status not in ('confirmed', 'no_show', 'completed'))))
