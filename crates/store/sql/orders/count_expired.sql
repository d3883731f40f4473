-- Orders::count_expired: how many expired holds of this customer on this slot count: those that ended within the pause ($4 is its
-- beginning) or, before it, within the length of the last hold, so that of two in succession both count until the pause of the second is
-- over. The end of a hold that a checkout may have extended is that of its bill; any other lasted $5 milliseconds. Holds that the venue
-- ended with their court do not count.
select count(*) as count
  from orders o
 where o.customer_id = $1 and o.court_id = $2 and o.starts_at = $3 and o.status = 'expired' and o.hold_closed_at is null
   and coalesce((select max(bill.open_until)
                   from bill_line line
                   join bill on bill.bill_id = line.bill_id
                  where line.order_number = o.order_number), o.created_at + $5)
       > $4 - coalesce((select max(coalesce((select max(bill.open_until)
                                               from bill_line line
                                               join bill on bill.bill_id = line.bill_id
                                              where line.order_number = latest.order_number), latest.created_at + $5)
                                   - latest.created_at)
                          from orders latest
                         where latest.customer_id = $1 and latest.court_id = $2 and latest.starts_at = $3
                           and latest.status = 'expired' and latest.hold_closed_at is null
                           and coalesce((select max(bill.open_until)
                                           from bill_line line
                                           join bill on bill.bill_id = line.bill_id
                                          where line.order_number = latest.order_number), latest.created_at + $5) > $4), $5)
