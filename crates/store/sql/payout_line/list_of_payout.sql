-- Payouts::list_lines: the next $3 lines of a payout ($1) in the order of their ids, after the id $2.
select {payout_line_columns}
  from payout_line line
  left join orders o on o.order_number = line.order_number
 where line.payout_id = $1 and line.entity_id > $2
 order by line.entity_id
 limit $3
