-- Receipts::count_creditable: lines of bookings with a receipt that could have ended with a refund after $1, and so may have a lost
-- credit note: confirmed ones whose game was not over, and those whose court was closed and whose player had not answered the
-- offer. For an order without a slot length (written by a program from before V12) a day, 1440 minutes, is assumed, which is more
-- than it can be; a minute has 60000 milliseconds.
select count(*) as count
  from orders o
  join bill_line line on line.order_number = o.order_number
  join receipt d on d.bill_id = line.bill_id and d.kind = 'receipt' and d.edition = 1
  left join closure_offer offer on offer.order_number = o.order_number and offer.state = 'open'
 where (o.status = 'confirmed' and o.starts_at + cast(coalesce(o.slot_minutes, 1440) as bigint) * 60000 > $1)
    or offer.order_number is not null
