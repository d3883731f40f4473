-- Receipts::list_kinds: the kinds of documents of one order.
select kind
  from receipt
 where order_number = $1
 order by kind desc
