-- Bills::find: one bill without its lines.
select {bill_columns}
  from bill
 where bill_id = $1
