-- Orders::count_expired: how many expired holds of this customer on this slot count: those that began after $4, and of those
-- that a checkout extended (the bill has their end) also the ones for which $5 times their length was not over at $6.
select count(*) as count
  from orders
 where customer_id = $1 and court_id = $2 and starts_at = $3 and status = 'expired'
   and (created_at > $4
        or exists (select 1
                     from bill_line line
                     join bill on bill.bill_id = line.bill_id
                    where line.order_number = orders.order_number
                      and orders.created_at + $5 * (bill.open_until - orders.created_at) > $6))
