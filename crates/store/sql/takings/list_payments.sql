-- Takings::list_payments: money taken at a venue's desk from $2 to before $3 and recorded at $4 or later, the newest first, with the
-- first booking that it pays, how many it pays, its receipt, and what can still be done with it.
select {desk_payment_columns}, line.order_number,
       (select count(*) from bill_line other where other.bill_id = d.bill_id) as orders,
       coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day, o.start_minute,
       (select r.series from receipt r where r.bill_id = d.bill_id and r.kind = 'receipt' order by r.edition desc limit 1) as series,
       (select r.year from receipt r where r.bill_id = d.bill_id and r.kind = 'receipt' order by r.edition desc limit 1) as year,
       (select r.serial from receipt r where r.bill_id = d.bill_id and r.kind = 'receipt' order by r.edition desc limit 1) as serial,
       case when {can_void} then 1 else 0 end as can_void,
       case when d.voided_at is null and d.refunded_paise = 0 and {has_tax_invoice} then 1 else 0 end as can_invoice
  from desk_payment d
  join bill on bill.bill_id = d.bill_id
  join bill_line line on line.bill_id = d.bill_id and line.line_no = 1
  join orders o on o.order_number = line.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where d.venue_id = $1 and d.taken_at >= $2 and d.taken_at < $3 and coalesce(bill.settled_at, d.taken_at) >= $4
 order by d.taken_at desc, d.desk_payment_id desc
