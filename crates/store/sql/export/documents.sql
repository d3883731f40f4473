-- PlayerExports::read: receipts and credit notes of the bills of the account.
select distinct receipt.series, receipt.year, receipt.serial, receipt.kind, receipt.bill_id as bill, receipt.issued_on, receipt.total_paise
  from orders o
  join bill_line line on line.order_number = o.order_number
  join receipt on receipt.bill_id = line.bill_id
 where o.customer_id = $1
 order by receipt.issued_on, receipt.series, receipt.serial
