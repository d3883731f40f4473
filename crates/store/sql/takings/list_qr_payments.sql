-- Takings::list_qr_payments: payments by the QR codes of a venue's desk from $2 to before $3, the newest first, with
-- the refund of a payment that led to no booking. The time is that of the ledger, which has an index by time.
select q.bill_id, q.staff_id, bill.payer_name, l.amount_paise, l.happened_at, d.outcome, line.order_number,
       late.reason as late_reason, late.amount_paise as late_paise,
       (select count(*) from bill_line other where other.bill_id = q.bill_id) as orders,
       coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day, o.start_minute,
       (select r.series from receipt r where r.bill_id = q.bill_id and r.kind = 'receipt' order by r.edition desc limit 1) as series,
       (select r.year from receipt r where r.bill_id = q.bill_id and r.kind = 'receipt' order by r.edition desc limit 1) as year,
       (select r.serial from receipt r where r.bill_id = q.bill_id and r.kind = 'receipt' order by r.edition desc limit 1) as serial,
       case when d.outcome = 'confirmed' and d.refunded_paise = 0 and {has_tax_invoice} then 1 else 0 end as can_invoice
  from ledger_posting l
  join desk_qr q on q.bill_id = l.bill_id
  join bill on bill.bill_id = q.bill_id
  join payment d on d.payment_id = l.payment_id
  left join refund late on late.payment_id = d.payment_id and d.outcome = 'refund'
  join bill_line line on line.bill_id = q.bill_id and line.line_no = 1
  join orders o on o.order_number = line.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where l.happened_at >= $2 and l.happened_at < $3 and l.account = 'provider' and l.event = 'paid' and q.venue_id = $1
 order by l.happened_at desc, d.payment_id desc
