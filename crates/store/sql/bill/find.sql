-- Bills::find: one bill; its lines are read by bill_line/list.
select {bill_columns}
  from bill
 where bill_id = $1
