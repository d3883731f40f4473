-- Bills::carry: what was paid for the order $1 counts for the order $2. The order for which it was paid at first is
-- kept in `carried_from`.
update bill_line
   set order_number = $2,
       carried_from = coalesce(carried_from, order_number)
 where order_number = $1
   and exists (select 1 from bill b where b.bill_id = bill_line.bill_id and b.state = 'settled')
