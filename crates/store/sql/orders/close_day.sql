-- VenueDays::settle_attendance: attendance becomes the status. Runs after orders/lock_day.
update orders
   set status = case when exists (select 1 from attendance a
                                   where a.order_number = orders.order_number and a.state = 'absent')
                     then 'no_show' else 'completed' end,
       version = version + 1
 where venue_id = $1 and venue_day = $2 and confirmed_at is not null and status = 'confirmed'
returning order_number, customer_id, status
