-- DeskQrs::find: one code.
select {desk_qr_columns}
  from {desk_qrs_joined}
 where q.bill_id = $1
