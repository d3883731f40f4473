-- Bills::list_settled_of_order, Board::find_booking: how the parts of an order were paid and what of them can still go back,
-- the newest first.
select {paid_part_columns}
  from {paid_parts_joined}
 where l.order_number = $1 and b.state = 'settled'
 order by b.settled_at desc, b.bill_id desc
