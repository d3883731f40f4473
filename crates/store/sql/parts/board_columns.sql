-- A booking as a desk sees it. Read by `booking` in board.rs; used with parts/board_joined.
o.order_number, o.group_id,
       exists (select 1 from booking_group g where g.group_id = o.group_id and g.kind = 'series') as is_weekly,
       o.customer_id, o.venue_id, o.court_id, o.starts_at, o.venue_day, o.start_minute,
       coalesce(o.slot_minutes, o.play_minutes) as slot_minutes, o.play_minutes, o.status, o.price_paise, o.discount_paise,
       o.paid_paise, o.returned_paise, o.payment_method, o.version, o.cancelled_at, o.block_id, court.number as court_number,
       court.name as court_name, court.court_type, coalesce(o.contact_name, customer.full_name) as name, customer.phone,
       a.state as attendance, case when a.state is not null then a.at end as attendance_at,
       customer.phone is not null and not exists (select 1
                     from orders earlier
                    where earlier.customer_id = o.customer_id and earlier.starts_at < o.starts_at
                      and (earlier.status = 'completed' or earlier.status = 'confirmed')) as is_first_visit,
       (select count(*)
          from player_note note
         where note.customer_id = o.customer_id and note.removed_at is null
           and coalesce(note.order_number, o.order_number) = o.order_number) as notes
