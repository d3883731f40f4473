-- Payouts::list_open: the $3 oldest lines that need an explanation, after the time ($1) and id ($2).
select {payout_line_columns}
  from payout_line line
  left join orders o on o.order_number = line.order_number
 where line.state <> 'matched' and line.explained_at is null
   and (line.added_at, line.entity_id) > (cast($1 as bigint), cast($2 as text))
 order by line.added_at, line.entity_id
 limit $3
