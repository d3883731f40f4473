-- Bills::list_settled_of_closure: as bill/list_settled_of_order, for all orders that the closure $1 ended.
select {paid_part_columns}, l.order_number
  from {paid_parts_joined}
 where l.order_number in (select ended.order_number from orders ended where ended.block_id = $1)
   and b.state = 'settled'
 order by b.settled_at desc, b.bill_id desc
