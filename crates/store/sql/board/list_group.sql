-- Board::find_booking: the bookings of a group, the booking itself and those that were cancelled included. `booked_by` as in
-- board/find_booking. `replaced_by` is the booking of the group as which the game of one that lost its court goes on.
select o.order_number, o.venue_day, o.start_minute, o.starts_at, o.court_id, court.name as court_name, o.status, o.version,
       o.confirmed_at, case when chosen.order_number is null then o.booked_by else chosen.answered_by end as booked_by,
       o.cancelled_at, o.cancelled_by,
       case when o.cancelled_by is not null and exists (
              select 1 from audit_entry entry
               where entry.subject_kind = 'booking' and entry.subject_id = cast(o.order_number as text)
                 and entry.verb = 'booking.undone') then 1 else 0 end as is_undone,
       placed.order_number as replaced_by
  from orders o
  join court on court.court_id = o.court_id
  left join closure_offer chosen on chosen.new_order = o.order_number
  left join closure_offer gone on gone.order_number = o.order_number
  left join orders placed on placed.order_number = gone.new_order and placed.group_id = o.group_id
 where o.group_id = $1 and o.confirmed_at is not null
 order by o.starts_at, court.number, o.order_number
