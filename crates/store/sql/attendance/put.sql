-- Attendances::write: whether the players came; null if that is not recorded any more.
insert into attendance (order_number, state, at, staff_id, way) values ($1, $2, $3, $4, $5)
on conflict (order_number) do update
   set state = excluded.state, at = excluded.at, staff_id = excluded.staff_id, way = excluded.way,
       version = attendance.version + 1
