-- Receipts::list_kinds: which documents there are for one order.
select kind
  from receipt
 where order_number = $1
 order by kind desc
