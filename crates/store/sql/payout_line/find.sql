-- Payouts::find_line, Payouts::find_lines: one line.
select {payout_line_columns}
  from payout_line line
  left join orders o on o.order_number = line.order_number
 where line.entity_id = $1
