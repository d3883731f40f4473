-- Receipts::count_creditable: bookings with a receipt that could have been cancelled after $1, and so may have a lost credit
-- note.
select count(*) as count
  from orders o
  join receipt r on r.order_number = o.order_number and r.kind = 'receipt'
 where o.status = 'confirmed'
   and o.starts_at + cast(coalesce(o.slot_minutes, 1440) as bigint) * 60000 > $1
