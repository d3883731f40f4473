-- DeskPayments::find: money taken at a desk.
select {desk_payment_columns}
  from desk_payment d
 where d.desk_payment_id = $1
