-- Attendances::write: whether the players came; null if that is not recorded any more. The same state with an earlier time keeps the latest
-- one.
insert into attendance (order_number, state, at, staff_id, way, latest_at) values ($1, $2, $3, $4, $5, $3)
on conflict (order_number) do update
   set state = excluded.state, at = excluded.at, staff_id = excluded.staff_id, way = excluded.way,
       latest_at = case
         when attendance.state = excluded.state and attendance.at > excluded.at
           then case when attendance.latest_at > attendance.at then attendance.latest_at else attendance.at end
         else excluded.at
       end,
       version = attendance.version + 1
