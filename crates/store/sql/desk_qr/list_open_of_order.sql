-- DeskQrs::list_open_of_order: the bills of the open codes for a part of an order.
select q.bill_id
  from bill_line line
  join desk_qr q on q.bill_id = line.bill_id
 where line.order_number = $1 and q.state = 'open'
 order by q.bill_id
