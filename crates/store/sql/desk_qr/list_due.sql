-- DeskQrs::list_due: codes for which a request to close is due by $1, the longest overdue first.
select {desk_qr_columns}
  from {desk_qrs_joined}
 where q.next_close_at <= $1
 order by q.next_close_at
 limit $2
